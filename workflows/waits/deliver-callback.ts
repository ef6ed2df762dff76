import { proxyActivities } from '@temporalio/workflow';
import type { Delivery, DeliveryActivities, DeliveryResult } from '../task/delivery-activities';
import { DELIVERIES_QUEUE } from '../task-queues';

/**
 * Ten seconds for the answer and some for the rest. Tried for three days, then given up; never more than five minutes
 * apart, so that a flow goes on soon after its n8n is back.
 */
const { deliver } = proxyActivities<DeliveryActivities>({
	taskQueue: DELIVERIES_QUEUE,
	startToCloseTimeout: '30 seconds',
	scheduleToCloseTimeout: '3 days',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** One message to one receiver, until it is taken or nobody wants it any more. At least once. */
export async function deliverCallback(delivery: Delivery): Promise<DeliveryResult> {
	return deliver(delivery);
}
