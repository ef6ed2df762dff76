import type { Client } from '@temporalio/client';
import type { InternalActivities } from '../../workflows/ports';
import { deliver, type DeliverySettings } from './delivery/deliver';
import { awaitTaskEnds } from './waits/await-task-ends';

/** The activities of the worker's own queue. */
export function internalActivities(client: Client, deliveries: DeliverySettings): InternalActivities {
	return {
		awaitTaskEnds: (taskIds) => awaitTaskEnds(client, taskIds),
		deliver: (delivery) => deliver(delivery, deliveries),
	};
}
