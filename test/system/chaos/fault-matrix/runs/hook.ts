import { z } from 'zod';
import { signedByGithub } from '../../../../support/gateway/signed-by-github';
import { eventually } from '../../../../support/time/eventually';
import { textAt } from '../../../../../scripts/json.mjs';
import { HOOKS } from '../stack';
import { RetrainRun } from './retrain';

/** A message that starts a retrain. Its sender repeats it until the gateway has noted it. */
export class HookRun extends RetrainRun {
	protected readonly hook: string = HOOKS.atOnce;

	protected override async start(): Promise<void> {
		this.addTaskId(textAt(await this.post(), 'id'));
	}

	/** @returns the body of the response */
	protected async post(): Promise<unknown> {
		const { gatewayUrl, hookSecret } = this.world.stack;
		const body = JSON.stringify({ agent: this.target });
		const headers = {
			'content-type': 'application/json',
			...signedByGithub(hookSecret, body),
			'x-github-delivery': this.key,
		};
		return await this.world.caller.persistently('A message', async () => {
			const response = await fetch(`${gatewayUrl}/hooks/${this.hook}`, { method: 'POST', headers, body });
			const answer: unknown = await response.json();
			if (response.status !== 202) throw new Error(JSON.stringify(answer));
			return answer;
		});
	}
}

const pageSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** The response names no task, because it starts after the quiet time. */
export class QuietHookRun extends HookRun {
	protected override readonly hook = HOOKS.quiet;

	protected override async start(): Promise<void> {
		await this.post();
		const { gateway } = this.world.caller;
		const { items } = await eventually(
			() => gateway.ask(pageSchema, { method: 'GET', path: '/v1/tasks', query: { agentId: this.target } }),
			({ items: found }) => found.length > 0,
			'the task starts after the quiet time',
		);
		for (const { id } of items) this.addTaskId(id);
	}
}
