import { eventually } from '../../support/time/eventually';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { Execution, type Json } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import type { N8n } from '../../support/stack/start-n8n-with-packages';

/**
 * The example flow that takes what the others send, as long as nobody gave them the addresses of a CRM, a chat and a
 * shop. So the examples run here as they are.
 */
export class StandIn {
	private constructor(
		private readonly n8n: N8n,
		private readonly id: string,
	) {}

	static async import(n8n: N8n): Promise<StandIn> {
		return new StandIn(n8n, await n8n.importExample('stand-in-for-crm-and-chat.json'));
	}

	/** What the CRM was sent, the newest first. */
	async contacts(): Promise<Json[]> {
		return this.received('Contact');
	}

	/** What was said in the chat, the newest first. */
	async messages(): Promise<Json[]> {
		return this.received('Message');
	}

	/** The tags that the shop was sent, the newest first. */
	async orderTags(): Promise<Json[]> {
		return this.received('Order Tag');
	}

	/** From now on every request is refused with 404. */
	async takeAway(): Promise<void> {
		await this.n8n.client.request('POST', `/rest/workflows/${this.id}/deactivate`);
	}

	async putBack(): Promise<void> {
		await activateFlow(this.n8n.client, this.id);
	}

	/**
	 * n8n answers a webhook before it has stored what came: what has not ended yet is waited for. What was cut off when
	 * n8n was killed has nothing to show, and whoever sent it sends it again.
	 */
	private async received(node: string): Promise<Json[]> {
		const ended = await eventually(
			() => listExecutions(this.n8n.client, this.id),
			(executions) => executions.every(({ status }) => status === 'success' || status === 'crashed'),
			'What was sent to the stand-in',
		);
		const whole = ended.filter(({ status }) => status === 'success');
		const executions = await Promise.all(whole.map(({ id }) => Execution.read(this.n8n.client, id)));
		return executions.flatMap((execution) => execution.output(node));
	}
}
