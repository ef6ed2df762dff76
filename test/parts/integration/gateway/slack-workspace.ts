import { createServer } from 'node:http';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { type ReceivedSlackMessage, slackMessageSchema } from '../../../../worker/webhooks/testing/chat-rules';
import { listen } from '../../../support/network/listen';

export const CHANNEL = 'C0123456789';
export const BOT_TOKEN = 'xoxb-secret-of-the-bot';

export interface SlackPost {
	ts: string;
	threadTs: string | null;
	message: ReceivedSlackMessage;
}

/** What the workspace does with the next request. */
type Reaction =
	| { status: number; headers?: Record<string, string>; body?: object }
	| { error: string }
	| 'lose the response';

const bodySchema = slackMessageSchema.extend({ channel: z.string(), thread_ts: z.string().optional() });

/** `chat.postMessage` of Slack, as its documentation has it, on a free port: it answers 200 to what it refuses, too. */
export class SlackWorkspace {
	readonly posts: SlackPost[] = [];
	readonly refused: string[] = [];
	/** Of the next requests, one each. */
	readonly reactions: Reaction[] = [];

	private constructor(
		readonly host: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<SlackWorkspace> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const reaction = workspace.reactions.shift();
				const content = Buffer.concat(chunks).toString();
				if (reaction !== undefined && reaction !== 'lose the response' && 'status' in reaction)
					return response.writeHead(reaction.status, reaction.headers).end(JSON.stringify(reaction.body ?? {}));
				const forced = typeof reaction === 'object' ? reaction.error : null;
				const answer = workspace.answer(request.url ?? '', request.headers.authorization, content, forced);
				if (reaction === 'lose the response') return response.destroy();
				return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
			});
		});
		const { host, close } = await listen(server);
		const workspace = new SlackWorkspace(host, close);
		return workspace;
	}

	get url(): string {
		return `http://${this.host}/api/chat.postMessage`;
	}

	/** Somebody deletes a message. */
	delete(ts: string): void {
		this.posts.splice(
			this.posts.findIndex((post) => post.ts === ts),
			1,
		);
	}

	async until(count: number): Promise<SlackPost[]> {
		await eventually(() => this.posts.length >= count, Boolean, 'each message is sent by a workflow of its own');
		return this.posts;
	}

	private answer(path: string, authorization: string | undefined, content: string, forced: string | null): object {
		const { data, error } = bodySchema.safeParse(JSON.parse(content));
		const refusal =
			forced ?? (path !== '/api/chat.postMessage' ? 'unknown_method' : this.refusalOf(authorization, data, error));
		if (refusal !== null || data === undefined) {
			this.refused.push(refusal ?? 'invalid');
			return { ok: false, error: refusal };
		}
		const { channel, thread_ts: threadTs = null, ...message } = data;
		const ts = `${1_700_000_000 + this.posts.length}.${`${Math.floor(Math.random() * 1_000_000)}`.padStart(6, '0')}`;
		this.posts.push({ ts, threadTs, message });
		return { ok: true, channel, ts, message: { ts } };
	}

	private refusalOf(
		authorization: string | undefined,
		data: z.output<typeof bodySchema> | undefined,
		error: z.ZodError | undefined,
	): string | null {
		if (authorization !== `Bearer ${BOT_TOKEN}`) return authorization === undefined ? 'not_authed' : 'invalid_auth';
		if (error !== undefined || data === undefined) return 'invalid_blocks';
		if (data.channel !== CHANNEL) return 'channel_not_found';
		const { thread_ts: thread } = data;
		return thread === undefined || this.posts.some(({ ts }) => ts === thread) ? null : 'thread_not_found';
	}
}
