import type { SubscriptionService } from '../../webhooks';
import { SubscriptionNotFoundError } from '../../webhooks/subscription-service';

/** No subscriptions: enough for the routes that have nothing to do with them. */
export function inMemorySubscriptions(): SubscriptionService {
	const none = (id: string) => Promise.reject(new SubscriptionNotFoundError(id));
	return {
		create: none,
		list: () => Promise.resolve([]),
		get: none,
		change: none,
		rotateSecret: none,
		remove: none,
		deliveries: none,
		resend: none,
	};
}
