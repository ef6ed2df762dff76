import { z } from 'zod';
import { eventually, isThere } from '../time/eventually';
import { type Answer, ask, linkOf } from './ask';
import type { GatewayPlatform } from './start-platform';

const reviewSchema = z.looseObject({
	draft: z.looseObject({ subject: z.string(), content: z.string(), to: z.array(z.string()) }).nullable(),
	question: z.looseObject({ number: z.int(), kind: z.string(), hash: z.string() }).nullable(),
	decisions: z.array(z.looseObject({ action: z.string() })),
});
const taskSchema = z.looseObject({
	status: z.string(),
	result: z.looseObject({}).nullable(),
	stage: z.string().nullable(),
});

/** Starts tasks that ask a person, and answers for the person. */
export class Reviews {
	constructor(private readonly platform: Pick<GatewayPlatform, 'url' | 'token'>) {}

	start(key: string, input: object = {}): Promise<Answer> {
		return ask(this.platform, {
			method: 'POST',
			path: '/v1/tasks/email-send-with-review',
			key,
			body: {
				version: 1,
				connection: 'main',
				agentId: 'agent_support',
				to: ['ada@client.example'],
				subject: 'Your order',
				content: 'It is on its way.',
				...input,
			},
		});
	}

	/** @returns the link of the task, once it asks its question of that number */
	async asking(key: string, input: object = {}, number = 1) {
		const started = await this.start(key, input);
		expect(started.status).toBe(202);
		const link = linkOf(started);
		return { link, ...(await this.question(link, number)) };
	}

	async question(link: string, number = 1) {
		return eventually(
			async () => {
				const { question, ...review } = await this.review(link);
				return question === null || question.number < number ? null : { ...review, question };
			},
			isThere,
			'a draft is sealed before its question is asked',
		);
	}

	async review(link: string) {
		const answer = await ask(this.platform, { path: `${link}/review` });
		return answer.status === 200 ? reviewSchema.parse(answer.body) : { draft: null, question: null, decisions: [] };
	}

	decide(link: string, key: string, body: object): Promise<Answer> {
		return ask(this.platform, { method: 'POST', path: `${link}/decision`, key, body });
	}

	async ended(link: string) {
		for (;;) {
			const task = taskSchema.parse((await ask(this.platform, { path: `${link}?wait=30` })).body);
			if (task.status !== 'running') return task;
		}
	}
}
