import type { TaskEvent } from '../task/event';
import type { DeliveryResult } from '../task/activities';

/** One event for one subscriber. The address and the secret are read when it is sent, so a change of them counts at once. */
export interface EventDelivery {
	subscriptionId: string;
	event: TaskEvent;
}

/** Events to those who subscribed, on the worker's own queue. */
export interface EventActivities {
	/** Ids of the subscriptions that want to be told. */
	findSubscribers(event: TaskEvent): Promise<string[]>;
	/** One attempt to tell one of them. */
	postEvent(delivery: EventDelivery): Promise<DeliveryResult>;
}
