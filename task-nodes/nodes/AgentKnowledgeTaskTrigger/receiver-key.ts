import { createHash } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * The Idempotency-Key of this node's subscription: the same for the workflow, the node and the URL. So a lost response,
 * an n8n that was killed, and a node that is published again all find the same subscription. The editor's test URL
 * differs, and has a subscription of its own.
 */
export function receiverKey(context: IHookFunctions | IWebhookFunctions, url: string): string {
	const { id = '' } = context.getWorkflow();
	const parts = ['n8n-task-trigger', id, context.getNode().id, url];
	return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
