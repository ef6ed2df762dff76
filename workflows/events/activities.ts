import type { TaskEvent } from '../task/event';
import type { DeliveryResult } from '../task/activities';
import type { Timing } from '../task/timing';

/** One event for one subscriber. The activity reads address and secret at each attempt, so changes apply at once. */
export interface EventDelivery {
	subscriptionId: string;
	event: TaskEvent;
}

/**
 * The id of a subscription. People get failures of one cause together: `incident` is the key of the cause. The incident
 * keeps the times that it begins with. Default: `TIMING`
 */
export type Subscriber = string | { id: string; incident: string; timing?: Partial<Timing> };

/** Looks at what people were told of, on the worker's own queue. */
export interface EndedIncidentActivities {
	/** The workflows that tell people of failures which an event ends (`mends` of it). */
	findEndedIncidents(event: TaskEvent): Promise<string[]>;
}

/** Event deliveries, on the worker's own queue. */
export interface EventActivities {
	/** The subscriptions to notify. */
	findSubscribers(event: TaskEvent): Promise<Subscriber[]>;
	/** One attempt to notify one subscriber. */
	postEvent(delivery: EventDelivery): Promise<DeliveryResult>;
}
