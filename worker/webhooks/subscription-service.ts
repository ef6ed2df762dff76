import type { SubscriptionSettings, SubscriptionState } from '../../workflows/subscriptions/state';
import type { EventType } from '../../workflows/task/event';
import { Problem } from '../problems/problem';

/** A subscription as its owner sees it; the secret is told only where it is new. */
export interface SubscriptionView extends SubscriptionSettings, Pick<SubscriptionState, 'createdAt' | 'updatedAt'> {
	/** `subscription~<hash of the caller's key>` */
	id: string;
	/** Until then the secret before signs as well, ISO 8601 UTC; null when there is none. */
	previousSecretUntil: string | null;
}

export interface SubscriptionWithSecret extends SubscriptionView {
	/** Standard Webhooks: `whsec_` and base64. */
	secret: string;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'not_wanted', 'failed'] as const;

/** One event on its way to one subscriber, or what became of it. */
export interface DeliveryView {
	id: string;
	eventId: string;
	type: EventType;
	taskId: string;
	status: (typeof DELIVERY_STATUSES)[number];
	/** Attempts begun so far, while it is pending; else null. */
	attempts: number | null;
	/** HTTP status of the answer that ended it; null where none did. */
	answer: number | null;
	/** What the last attempt met, while it is pending; else null. */
	error: string | null;
	startedAt: string;
	closedAt: string | null;
}

export interface DeliveryPage {
	items: DeliveryView[];
	nextPageToken: string | null;
}

/** Who is told of what. Every write takes the caller's key, and a repeat of it has the same answer. */
export interface SubscriptionService {
	/** @throws Problem `idempotency_key_reused` when the key was used with other settings */
	create(idempotencyKey: string, settings: SubscriptionSettings): Promise<SubscriptionWithSecret>;
	/** Newest first, each as it is now; one that was just made may be missing for a moment. */
	list(): Promise<SubscriptionView[]>;
	/** @throws SubscriptionNotFoundError */
	get(id: string): Promise<SubscriptionView>;
	/** @throws SubscriptionNotFoundError, Problem `idempotency_key_reused` when the key made another change */
	change(id: string, idempotencyKey: string, change: Partial<SubscriptionSettings>): Promise<SubscriptionView>;
	/** Makes a new secret; the one before signs as well for a day. @throws SubscriptionNotFoundError */
	rotateSecret(id: string, idempotencyKey: string): Promise<SubscriptionWithSecret>;
	/** Nothing is sent any more, not even what is on its way. @throws SubscriptionNotFoundError */
	remove(id: string): Promise<void>;
	/** Newest first. @throws SubscriptionNotFoundError, InvalidPageTokenError */
	deliveries(id: string, page: { limit: number; pageToken?: string | undefined }): Promise<DeliveryPage>;
	/** Sends an event of the log again, with its own id. @throws SubscriptionNotFoundError, DeliveryNotFoundError */
	resend(id: string, deliveryId: string, idempotencyKey: string): Promise<{ id: string }>;
}

export class SubscriptionNotFoundError extends Problem {
	constructor(id: string) {
		super({
			type: 'subscription_not_found',
			title: 'There is no such subscription',
			status: 404,
			detail: `There is no subscription ${id}, or it was deleted. GET /v1/subscriptions lists those there are.`,
		});
	}
}

/** The subscription is there, and no worker took up what it was asked. */
export class NoWorkerForSubscriptionError extends Problem {
	constructor(id: string) {
		super({
			type: 'no_worker',
			title: 'No worker is polling',
			status: 503,
			detail: `No worker answers for the subscription ${id}. Start one with: agent-knowledge worker. Then send the request again with the same Idempotency-Key.`,
			retryAfterSeconds: 10,
		});
	}
}

export class DeliveryNotFoundError extends Problem {
	constructor(id: string) {
		super({
			type: 'delivery_not_found',
			title: 'There is no such delivery',
			status: 404,
			detail: `The subscription has no delivery ${id}. Deliveries are kept for 30 days after their end.`,
		});
	}
}
