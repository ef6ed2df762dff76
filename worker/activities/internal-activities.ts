import type { Client } from '@temporalio/client';
import type {
	ExportFileActivities,
	InternalActivities,
	PersonActivities,
	ReviewActivities,
} from '../../workflows/ports';
import { deliver, type DeliverySettings } from './delivery/deliver';
import { taskEventSchema } from './events/event-schema';
import { findSubscribers } from './events/find-subscribers';
import { type EventSettings, postEvent } from './events/post-event';
import { checked } from './training/arguments';
import { countScheduleTimes } from './schedules/count-schedule-times';
import { listSubscriptions } from '../subscriptions/read-subscription';
import { sharedAnswer } from '../temporal/shared-answer';
import { awaitTaskEnds } from './waits/await-task-ends';

/** The activities of the worker's own queue. */
export function internalActivities(
	client: Client,
	deliveries: DeliverySettings,
	events: EventSettings,
	exports: ExportFileActivities,
	reviews: ReviewActivities,
	persons: PersonActivities,
): InternalActivities {
	// Thousands of events may come at once, and each look through Temporal's index takes its time.
	const subscriptions = sharedAnswer(() => listSubscriptions(client));
	return {
		...reviews,
		...exports,
		...persons,
		awaitTaskEnds: (taskIds) => awaitTaskEnds(client, taskIds),
		countScheduleTimes: (scheduleId, span) => countScheduleTimes(client, scheduleId, span),
		deliver: (delivery) => deliver(delivery, deliveries),
		findSubscribers: async (given) => {
			const event = checked(taskEventSchema, given);
			return findSubscribers(await subscriptions(), event);
		},
		postEvent: ({ subscriptionId, event }) =>
			postEvent({ subscriptionId, event: checked(taskEventSchema, event) }, events),
	};
}
