import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deleteSubscription, openSubscription, type Patience } from '../gateway/subscriptions';
import { timing } from '../gateway/gateway-context';
import { readEvent } from './event-item';
import { admitEvent } from './received-events';
import { receiverKey } from './receiver-key';
import { storeWithExecution } from './store-with-execution';
import { type KnownSubscription, SubscriptionMemory } from './subscription-memory';
import { verifySignature } from './verify-signature';

/** Short, because the gateway waits only 10 s for the response to an event. */
const refresh = (): Patience => ({ timeoutMs: timing.shortMs, repeatAfterMs: [] });

/**
 * Responds to an event of the gateway. n8n sends 200 once the execution runs, and does not wait for its end. An
 * unverified or repeated message starts nothing.
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const memory = new SubscriptionMemory(context);
	const known = memory.read() ?? (await recallSubscription(context, memory));
	if (known === null) return answer(context, 401, 'This node has no subscription. Publish the workflow again.');
	const { rawBody }: { rawBody?: unknown } = context.getRequestObject();
	if (!Buffer.isBuffer(rawBody)) return answer(context, 401, 'The message has no body.');
	const signed = { headers: context.getHeaderData(), rawBody };
	const verification = verifySignature(signed, known.secret, Date.now());
	if (!verification.verified) return answer(context, 401, verification.reason);
	const { id: eventId, isNewest } = verification;
	if (!isNewest) await refreshSecret(context, memory, known);

	const event = readEvent(eventId, rawBody);
	if (event === null) return answer(context, 200, 'The message is no event, so it starts nothing.');
	const workflowData = [[{ json: event.item }]];
	// The editor does not keep received ids, so a user can test the same event again.
	if (context.getMode() === 'manual') return { workflowData };
	if (event.isSample) return answer(context, 200, 'A sample starts only a test in the editor.');
	const admission = admitEvent(context, memory, { subscriptionId: known.id, eventId });
	if (admission === 'received') return answer(context, 200, 'The event has started the workflow before.');
	if (admission === 'starting') return answer(context, 503, 'The event is just starting the workflow. Retry later.');
	storeWithExecution(context);
	return { workflowData };
}

/**
 * For an n8n that was killed during publishing, after the gateway had subscribed the node and before n8n stored that.
 * The next start of n8n does not publish again, so the first event is the moment to get the secret.
 * @returns null if the gateway has no subscription for this node
 */
async function recallSubscription(
	context: IWebhookFunctions,
	memory: SubscriptionMemory,
): Promise<KnownSubscription | null> {
	const url = context.getNodeWebhookUrl('default') ?? '';
	if (context.getMode() === 'manual' || typeof context.getHeaderData()['webhook-signature'] !== 'string') return null;
	const [opened] = await Promise.allSettled([openSubscription(context, receiverKey(context, url), url, refresh())]);
	if (opened.status === 'rejected') return null;
	const { id, secret, enabled } = opened.value;
	if (!enabled) {
		await Promise.allSettled([deleteSubscription(context, id, refresh())]);
		return null;
	}
	memory.keep({ id, secret, url });
	return { id, secret, url };
}

/**
 * Gets the new secret after a rotation, which shows as the signature of a newer secret. The old secret signs only for
 * one more day.
 */
async function refreshSecret(
	context: IWebhookFunctions,
	memory: SubscriptionMemory,
	{ url }: KnownSubscription,
): Promise<void> {
	const [opened] = await Promise.allSettled([openSubscription(context, receiverKey(context, url), url, refresh())]);
	if (opened.status === 'fulfilled') memory.keep({ id: opened.value.id, secret: opened.value.secret, url });
	else context.logger.warn(`Agent Knowledge Task Trigger: the new secret could not be read: ${String(opened.reason)}`);
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	if (status !== 200) context.logger.warn(`Agent Knowledge Task Trigger: a message started nothing: ${message}`);
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
