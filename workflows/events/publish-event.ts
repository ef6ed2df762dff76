import { proxyActivities } from '@temporalio/workflow';
import type { EventActivities } from './activities';
import { beginDelivery } from './begin-delivery';
import type { TaskEvent } from '../task/event';

const { findSubscribers } = proxyActivities<EventActivities>({
	startToCloseTimeout: '30 seconds',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Finds who wants to know of an event, and begins to tell each of them in a workflow of its own. */
export async function publishEvent(event: TaskEvent): Promise<void> {
	for (const subscriptionId of await findSubscribers(event)) await beginDelivery(subscriptionId, event);
}
