import { isRecord, textOf, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import type { DescribeIssue } from './gateway-errors';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

export interface SubscriptionSettings {
	events: string[];
	/** Null: all connections. */
	connection: string | null;
	description: string;
}

export interface Subscription extends SubscriptionSettings {
	id: string;
	/** Standard Webhooks: `whsec_` and base64. */
	secret: string;
	enabled: boolean;
	/** Different after each change. */
	updatedAt: string;
}

export interface Patience {
	timeoutMs?: number;
	repeatAfterMs?: readonly number[];
}

/**
 * The settings of a new subscription, which receives no events until it is changed. They are always the same, so that
 * the key of a node finds its subscription, also after a lost response or other changes.
 */
const BEGINNING = { events: ['task.completed'], enabled: false };

/**
 * Creates the subscription, or finds it by its key, with its current secret.
 * @param key one per receiver
 */
export async function openSubscription(
	context: GatewayContext,
	key: string,
	url: string,
	patience: Patience = {},
): Promise<Subscription> {
	const call = { method: 'POST', path: '/v1/subscriptions', body: { url, ...BEGINNING }, idempotencyKey: key } as const;
	return await callGateway(context, { ...call, ...patience }, asSubscription);
}

/**
 * Replaces all settings, and enables the subscription.
 * @param key repeats with the same key change nothing more
 * @param describeIssue names the fields of the node
 */
export async function changeSubscription(
	context: GatewayContext,
	id: string,
	key: string,
	settings: SubscriptionSettings,
	describeIssue: DescribeIssue,
): Promise<void> {
	const body = { ...settings, enabled: true };
	const call = { method: 'PATCH', path: pathOf(context, id), body, idempotencyKey: key, describeIssue } as const;
	await callGateway(context, call, () => undefined);
}

/** @throws NodeApiError, 404 if there is none */
export async function deleteSubscription(context: GatewayContext, id: string, patience: Patience = {}): Promise<void> {
	await callGateway(context, { method: 'DELETE', path: pathOf(context, id), ...patience }, () => undefined);
}

/** Requests a sample event. @param key repeats with the same key send no further event */
export async function sendSample(context: GatewayContext, id: string, event: string, key: string): Promise<void> {
	const call = {
		method: 'POST',
		path: `${pathOf(context, id)}/send-sample`,
		body: { event },
		idempotencyKey: key,
	} as const;
	await callGateway(context, call, () => undefined);
}

function pathOf(context: GatewayContext, id: string): string {
	return `/v1/subscriptions/${idInPath(context, 'Subscription ID', id)}`;
}

function asSubscription(answer: unknown): Subscription {
	if (!isRecord(answer)) throw new UnexpectedResponse('expected a subscription');
	const { id, secret, events, connection, description, enabled, updatedAt } = answer;
	if (typeof id !== 'string' || typeof secret !== 'string') {
		throw new UnexpectedResponse('expected a subscription with an id and a secret');
	}
	return {
		id,
		secret,
		events: Array.isArray(events) ? events.map(textOf) : [],
		connection: typeof connection === 'string' ? connection : null,
		description: textOf(description),
		enabled: enabled === true,
		updatedAt: textOf(updatedAt),
	};
}
