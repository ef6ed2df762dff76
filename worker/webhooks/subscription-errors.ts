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
