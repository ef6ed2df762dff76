import type { SubscriptionFormat, SubscriptionSettings, SubscriptionState } from '../../workflows/subscriptions/state';
import type { EventType } from '../../workflows/task/event';
import { Problem } from '../problems/problem';
import type { Within } from '../tasks/within';
import type { Undelivered } from './undelivered';

/** What a caller sets. */
export interface AskedSettings extends Omit<SubscriptionSettings, 'timeZone' | 'zoneOf'> {
	/** IANA name. Null: the zone of each event's connection, and the language of its dates. */
	timeZone: string | null;
}

/** A subscription as its owner sees it. Only a new secret is shown, and never the address of a chat's webhook. */
export interface SubscriptionView
	extends Omit<AskedSettings, 'token'>, Pick<SubscriptionState, 'createdAt' | 'updatedAt'> {
	/** `subscription~<hash of the caller's key>` */
	id: string;
	/** The previous secret also signs until this time, ISO 8601 UTC; null if there is none. */
	previousSecretUntil: string | null;
}

/** The format stays: its other settings depend on it. */
export type SubscriptionChange = Partial<Omit<AskedSettings, 'format'>>;

export interface SubscriptionWithSecret extends SubscriptionView {
	/** Standard Webhooks: `whsec_` and base64. Null unless the format is `events`: no other form is signed. */
	secret: string | null;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'not_wanted', 'unknown', 'failed'] as const;

/** The delivery of one event to one subscriber, pending or ended. */
export interface DeliveryView {
	id: string;
	eventId: string;
	type: EventType;
	taskId: string;
	status: (typeof DELIVERY_STATUSES)[number];
	/** Attempts begun so far, until it ends; then null. */
	attempts: number | null;
	/** When the next attempt begins, ISO 8601 UTC; null while an attempt runs, and after the end. */
	nextAttemptAt: string | null;
	/** HTTP or SMTP status of the response that ended it; null if no response did. */
	answer: number | null;
	/** Error of the last attempt, until it ends. Later the recipients that got nothing, or perhaps nothing. Null if there is no error. */
	error: string | null;
	startedAt: string;
	closedAt: string | null;
}

/** Which deliveries of a subscription. */
export interface DeliveriesOf {
	limit: number;
	pageToken?: string | undefined;
	/** Only of events of these connections. Default: of all that the subscription ever had */
	within?: Within;
}

export interface DeliveryPage {
	items: DeliveryView[];
	nextPageToken: string | null;
}

/**
 * Event subscriptions and their deliveries. Every write takes the caller's key, and a repeat returns the same response.
 */
export interface SubscriptionService {
	/** @throws Problem `idempotency_key_reused` if the key was used with other settings */
	create(idempotencyKey: string, settings: AskedSettings): Promise<SubscriptionWithSecret>;
	/** Lists the current subscriptions, newest first. A new one may be missing for a moment. */
	list(): Promise<SubscriptionView[]>;
	/** The subscriptions to which messages do not arrive. @param within only messages of these connections. Default: all */
	undelivered(within?: Within): Promise<Undelivered[]>;
	/** @throws Problem `subscription_not_found` */
	get(id: string): Promise<SubscriptionView>;
	/** @throws Problem `subscription_not_found`, Problem `idempotency_key_reused` if the key made another change */
	change(id: string, idempotencyKey: string, change: SubscriptionChange): Promise<SubscriptionView>;
	/**
	 * Creates a new secret. The previous one also signs for a day.
	 * @throws Problem `subscription_not_found`, Problem `subscription_not_signed`
	 */
	rotateSecret(id: string, idempotencyKey: string): Promise<SubscriptionWithSecret>;
	/** Deletes the subscription. Pending deliveries are not sent either. @throws Problem `subscription_not_found` */
	remove(id: string): Promise<void>;
	/** Newest first. @throws Problem `subscription_not_found`, Problem `invalid_request` */
	deliveries(id: string, page: DeliveriesOf): Promise<DeliveryPage>;
	/**
	 * Resends an event of the log under the same event id.
	 * @param within only an event of these connections. Default: of all
	 * @throws Problem `subscription_not_found` or `delivery_not_found`
	 */
	resend(id: string, deliveryId: string, idempotencyKey: string, within?: Within): Promise<{ id: string }>;
	/**
	 * Sends an invented event of a type, marked as a sample, so that a receiver can be built and tried.
	 * @throws Problem `subscription_not_found`, Problem `event_not_subscribed`
	 */
	sendSample(id: string, type: EventType, idempotencyKey: string): Promise<{ id: string }>;
}

export function subscriptionNotFound(id: string): Problem {
	return new Problem({
		type: 'subscription_not_found',
		title: 'There is no such subscription',
		status: 404,
		detail: `There is no subscription ${id}, or it was deleted. GET /v1/subscriptions lists all subscriptions.`,
	});
}

/** A delivery of it would end unsent. */
export function eventNotSubscribed(id: string, type: EventType): Problem {
	const message = `${id} is not enabled for ${type}`;
	return new Problem({
		type: 'event_not_subscribed',
		title: 'The subscription does not receive this event',
		status: 409,
		detail: `Nothing was sent. ${message}. Name one of its events, or change the subscription first.`,
		issues: [{ path: 'event', message }],
	});
}

/** The receiver could not verify a signature. */
export function subscriptionNotSigned(id: string, format: SubscriptionFormat): Problem {
	return new Problem({
		type: 'subscription_not_signed',
		title: 'The subscription has no secret',
		status: 409,
		detail: `Nothing was done. ${id} has the format ${format}, whose messages are not signed. If its webhook address leaked, create another webhook in the chat and change url.`,
	});
}

/** The subscription exists, but no worker took the request. */
export function noWorkerForSubscription(id: string): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker is polling',
		status: 503,
		detail: `No worker responded for the subscription ${id}. Start one with: agent-knowledge worker. Then send the request again with the same Idempotency-Key.`,
		retryAfterSeconds: 10,
	});
}

export function deliveryNotFound(id: string): Problem {
	return new Problem({
		type: 'delivery_not_found',
		title: 'There is no such delivery',
		status: 404,
		detail: `The subscription has no delivery ${id}. Deliveries are kept for 30 days after their end.`,
	});
}
