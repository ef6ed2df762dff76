import type { Client } from '@temporalio/client';
import type { InternalActivities } from '../../workflows/ports';
import { deliver, type DeliverySettings } from './delivery/deliver';
import { countScheduleTimes } from './schedules/count-schedule-times';
import { awaitTaskEnds } from './waits/await-task-ends';

/** The activities of the worker's own queue. */
export function internalActivities(client: Client, deliveries: DeliverySettings): InternalActivities {
	return {
		awaitTaskEnds: (taskIds) => awaitTaskEnds(client, taskIds),
		countScheduleTimes: (scheduleId) => countScheduleTimes(client, scheduleId),
		deliver: (delivery) => deliver(delivery, deliveries),
	};
}
