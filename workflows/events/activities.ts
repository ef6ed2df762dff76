import type { TaskEvent } from '../task/event';
import type { DeliveryResult } from '../task/activities';

/** One event for one subscriber. The activity reads address and secret at each attempt, so changes apply at once. */
export interface EventDelivery {
	subscriptionId: string;
	event: TaskEvent;
}

/** Event deliveries, on the worker's own queue. */
export interface EventActivities {
	/** Ids of the subscriptions to notify. */
	findSubscribers(event: TaskEvent): Promise<string[]>;
	/** One attempt to notify one subscriber. */
	postEvent(delivery: EventDelivery): Promise<DeliveryResult>;
}
