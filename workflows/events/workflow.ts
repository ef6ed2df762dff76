import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild, upsertMemo } from '@temporalio/workflow';
import { DELIVERIES_QUEUE } from '../task-queues';
import type { DeliveryResult } from '../task/activities';
import type { TaskEvent } from '../task/event';
import { deliveryIdOf } from '../task/ids';
import { searchAttributes } from '../task/visibility';
import type { Callback } from '../waits/activities';
import { beginCallback } from '../waits/workflow';
import type { EventActivities, EventDelivery } from './activities';

const { findSubscribers } = proxyActivities<EventActivities>({
	startToCloseTimeout: '30 seconds',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Finds who wants to know of an event, and begins to tell each of them in a workflow of its own. */
export async function publishEvent(event: TaskEvent): Promise<void> {
	for (const subscriptionId of await findSubscribers(event)) await beginDelivery(subscriptionId, event);
}

/**
 * Begins to tell one subscriber of an event, in a workflow of its own.
 * @param again tells one repeat of the same event from another; left out: the first time
 */
export async function beginDelivery(subscriptionId: string, event: TaskEvent, again?: string): Promise<void> {
	try {
		await startChild(deliverEvent, {
			workflowId: deliveryIdOf(event.id, subscriptionId, again),
			args: [{ subscriptionId, event }],
			memo: { event },
			typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

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

/** One event that was published before, and who is told of it once more. */
export interface Resending {
	event: TaskEvent;
	subscriptionIds: string[];
}

/**
 * Sends what was sent before again, each event and callback with its own id, so that a receiver that has it already
 * knows it.
 * @param again of this repeat: another one sends once more
 */
export async function resendEvents(
	resendings: Resending[],
	again: string,
	callbacks: readonly Callback[],
): Promise<void> {
	for (const { event, subscriptionIds } of resendings)
		for (const subscriptionId of subscriptionIds) await beginDelivery(subscriptionId, event, again);
	for (const { deliveryId, delivery } of callbacks)
		await beginCallback({ deliveryId: `${deliveryId}/again/${again}`, delivery });
}
