import { Problem } from '../problems/problem';

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
