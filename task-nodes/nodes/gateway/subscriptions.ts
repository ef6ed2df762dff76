import { isRecord, textOf, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import type { DescribeIssue } from './gateway-errors';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** What a flow asks of a subscription. */
export interface SubscriptionSettings {
	events: string[];
	/** Null: of all connections. */
	connection: string | null;
	description: string;
}

export interface Subscription extends SubscriptionSettings {
	id: string;
	/** Standard Webhooks: `whsec_` and base64. */
	secret: string;
	enabled: boolean;
	/** Changes with every change. */
	updatedAt: string;
}

/** How patient a call is. */
export interface Patience {
	timeoutMs?: number;
	repeatAfterMs?: readonly number[];
}

/**
 * What a new subscription begins with. It never varies, so the key of a node always gets that node's subscription, also
 * after a lost response and whatever was set since. It receives nothing until it is changed.
 */
const BEGINNING = { events: ['task.completed'], enabled: false };

/**
 * Creates the subscription of a key, or gets it, with its current secret.
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
 * Sets everything, and enables it.
 * @param key the same change with the same key is made once
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

/** @throws NodeApiError, also if there is none (404) */
export async function deleteSubscription(context: GatewayContext, id: string, patience: Patience = {}): Promise<void> {
	await callGateway(context, { method: 'DELETE', path: pathOf(context, id), ...patience }, () => undefined);
}

/** Asks for an invented event. @param key a repeat sends nothing more */
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
