import { createHash, randomUUID } from 'crypto';
import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';
import { issueDescriber } from '../AgentKnowledgeTask/fields/issue-label';
import { textOf } from '../gateway/gateway-responses';
import {
	changeSubscription,
	deleteSubscription,
	openSubscription,
	type Patience,
	sendSample,
	type Subscription,
	type SubscriptionSettings,
} from '../gateway/subscriptions';
import { timing } from '../gateway/gateway-context';
import { connectionField, eventsField } from './properties';
import { hasStatus, isUnavailable, publishingError } from './publishing-error';
import { receiverKey } from './receiver-key';
import { SubscriptionMemory } from './subscription-memory';

interface WantedSubscription extends SubscriptionSettings {
	/** One per workflow, node and URL, so that nothing subscribes twice. */
	key: string;
	url: string;
}

/** When n8n starts or a workflow is unpublished, an unavailable gateway must not delay it for long. */
const short = (): Patience => ({ timeoutMs: timing.publishMs, repeatAfterMs: timing.repeatAfterMs.slice(0, 1) });

/** The gateway's limit. Characters. */
const MAX_DESCRIPTION = 200;

/**
 * Whether the node has its subscription. If so, this updates its events, and the secret if it was rotated.
 * @throws if the gateway refuses, or is unavailable while a person publishes
 */
export async function checkSubscription(context: IHookFunctions): Promise<boolean> {
	const wanted = wantedSubscription(context);
	const known = new SubscriptionMemory(context).read();
	if (known === null) return false;
	if (known.url !== wanted.url) {
		await unsubscribe(context);
		return false;
	}
	if (!isStartOfN8n(context)) {
		await ensureSubscription(context, wanted);
		return true;
	}
	const [ensured] = await Promise.allSettled([ensureSubscription(context, wanted, short())]);
	if (ensured.status === 'rejected') {
		if (!isUnavailable(ensured.reason)) throw ensured.reason;
		// Not an error: n8n would remove the webhook, and lose the events that wait for it. The subscription is
		// unchanged.
		context.logger.warn(
			`Agent Knowledge Task Trigger: the gateway is unavailable, so the node uses its subscription ${known.id} as it was.`,
		);
	}
	return true;
}

/** Creates the subscription, or gets the one of an earlier attempt. In the editor it also asks for a sample. */
export async function subscribe(context: IHookFunctions): Promise<boolean> {
	const wanted = wantedSubscription(context);
	const { id } = await ensureSubscription(context, wanted);
	const [event] = wanted.events;
	if (context.getMode() !== 'manual' || event === undefined) return true;
	if (context.getNodeParameter('options.testEvent', 'sample') === 'sample') {
		await sendSample(context, id, event, randomUUID());
	}
	return true;
}

/** Deletes the subscription. An unavailable gateway does not prevent unpublishing. */
export async function unsubscribe(context: IHookFunctions): Promise<boolean> {
	const memory = new SubscriptionMemory(context);
	const known = memory.read();
	if (known === null) return true;
	const [deleted] = await Promise.allSettled([deleteSubscription(context, known.id, short())]);
	if (deleted.status === 'rejected' && !hasStatus(deleted.reason, 404)) {
		const reason = deleted.reason instanceof Error ? deleted.reason.message : String(deleted.reason);
		// The next publishing finds the subscription by its key.
		context.logger.warn(
			`Agent Knowledge Task Trigger: the subscription ${known.id} stays at the gateway, which still sends events to ${known.url}: ${reason} Publish the workflow again and unpublish it, or run: agent-knowledge subscriptions delete ${known.id}`,
		);
		return false;
	}
	memory.forget();
	return true;
}

async function ensureSubscription(
	context: IHookFunctions,
	wanted: WantedSubscription,
	patience?: Patience,
): Promise<Subscription> {
	const { key, url } = wanted;
	const [opened] = await Promise.allSettled([openSubscription(context, key, url, patience)]);
	if (opened.status === 'rejected') throw publishingError(context, opened.reason, url);
	const found = opened.value;
	if (!isAsWanted(found, wanted)) await change(context, found, wanted);
	new SubscriptionMemory(context).keep({ id: found.id, secret: found.secret, url });
	return found;
}

async function change(context: IHookFunctions, found: Subscription, wanted: WantedSubscription): Promise<void> {
	const { key, url, events, connection, description } = wanted;
	const settings = { events, connection, description };
	// The key contains the state before the change, because the same settings can be set several times.
	const changeKey = digestOf([key, found.updatedAt, settings]);
	const describeIssue = issueDescriber({ events: eventsField, connection: connectionField }, settings);
	const changing = changeSubscription(context, found.id, changeKey, settings, describeIssue);
	const [changed] = await Promise.allSettled([changing]);
	if (changed.status === 'fulfilled') return;
	// It was created a moment ago and receives no events, so it should not stay.
	if (!found.enabled) await Promise.allSettled([deleteSubscription(context, found.id, short())]);
	throw publishingError(context, changed.reason, url);
}

function isAsWanted(found: Subscription, wanted: WantedSubscription): boolean {
	const names = (events: string[]) => events.toSorted().join();
	return found.enabled && found.connection === wanted.connection && names(found.events) === names(wanted.events);
}

function wantedSubscription(context: IHookFunctions): WantedSubscription {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const events: unknown = context.getNodeParameter('events', []);
	if (!Array.isArray(events) || events.length === 0) {
		throw new NodeOperationError(context.getNode(), 'The field "Events" is empty', {
			description: 'Choose at least one event.',
		});
	}
	const connection = textOf(context.getNodeParameter('connection', '', { extractValue: true })).trim();
	const { id = '', name = '' } = context.getWorkflow();
	return {
		key: receiverKey(context, url),
		url,
		events: [...new Set(events.map(textOf))],
		connection: connection === '' ? null : connection,
		description: `n8n: ${name} (${id}), ${context.getNode().name}`.slice(0, MAX_DESCRIPTION),
	};
}

function isStartOfN8n(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

function digestOf(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
