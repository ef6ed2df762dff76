import { proxyActivities, upsertMemo } from '@temporalio/workflow';
import type { EventActivities, EventDelivery } from './activities';
import type { DeliveryResult } from '../task/delivery-activities';
import { DELIVERIES_QUEUE } from '../task-queues';

/** Ten seconds for the answer and some for the rest; tried for three days, then given up. */
const { postEvent } = proxyActivities<EventActivities>({
	taskQueue: DELIVERIES_QUEUE,
	startToCloseTimeout: '30 seconds',
	scheduleToCloseTimeout: '3 days',
	retry: { initialInterval: '5 seconds', backoffCoefficient: 3, maximumInterval: '1 hour' },
});

/**
 * One event to one subscriber, until it is taken, or nobody wants it any more. At least once. How it ended stands in the
 * memo, so that the log of deliveries is one list.
 */
export async function deliverEvent(delivery: EventDelivery): Promise<DeliveryResult> {
	const result = await postEvent(delivery);
	upsertMemo({ result });
	return result;
}
