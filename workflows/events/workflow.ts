import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, proxyLocalActivities, startChild, upsertMemo } from '@temporalio/workflow';
import type { DeliveryResult } from '../task/activities';
import { deliveryPriority, EVENT_PAUSES, mailing, type SentKind } from '../task/delivery-options';
import type { TaskEvent } from '../task/event';
import { deliveryIdOf } from '../task/ids';
import { searchAttributes } from '../task/visibility';
import type { Callback } from '../waits/activities';
import { beginCallback } from '../waits/workflow';
import type { EventActivities, EventDelivery } from './activities';

/**
 * Local, because every task publishes events, and most events have no subscriber: a turn in a queue and its events in the
 * history would cost the server more than the look itself.
 */
const { findSubscribers } = proxyLocalActivities<EventActivities>({
	startToCloseTimeout: '30 seconds',
	// A timer waits for the next attempt, so that the worker's slot is free meanwhile.
	localRetryThreshold: '1 millisecond',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Finds the subscribers of an event, and starts one delivery workflow for each. */
export async function publishEvent(event: TaskEvent): Promise<void> {
	for (const subscriptionId of await findSubscribers(event)) await beginDelivery(subscriptionId, event);
}

/**
 * Starts the delivery of an event to one subscriber, in its own workflow.
 * @param again distinguishes repeats of the same event. Default: the first delivery
 */
export async function beginDelivery(subscriptionId: string, event: TaskEvent, again?: string): Promise<void> {
	try {
		await startChild(deliverEvent, {
			workflowId: deliveryIdOf(event.id, subscriptionId, again),
			args: [{ subscriptionId, event }],
			// The delivery inherits it.
			priority: deliveryPriority(kindOf(event, again), subscriptionId),
			memo: { event },
			typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

function kindOf({ type }: TaskEvent, again: string | undefined): SentKind {
	if (again !== undefined) return 'repeat';
	return type === 'review.requested' ? 'review' : 'event';
}

const { postEvent } = proxyActivities<EventActivities>(mailing(EVENT_PAUSES));

/**
 * Delivers one event to one subscriber at least once, until the receiver accepts it or no longer wants it. The memo holds
 * the outcome, so the log of deliveries is one list.
 */
export async function deliverEvent(delivery: EventDelivery): Promise<DeliveryResult> {
	const result = await postEvent(delivery);
	upsertMemo({ result });
	return result;
}

/** One published event, and the subscriptions that get it again. */
export interface EventResend {
	event: TaskEvent;
	subscriptionIds: string[];
}

/**
 * Sends events and callbacks again, each with its original id, so a receiver recognises a repeat.
 * @param again id of this repeat; a different id sends once more
 */
export async function resendEvents(
	resends: EventResend[],
	again: string,
	callbacks: readonly Callback[],
): Promise<void> {
	for (const { event, subscriptionIds } of resends)
		for (const subscriptionId of subscriptionIds) await beginDelivery(subscriptionId, event, again);
	for (const { deliveryId, delivery } of callbacks)
		await beginCallback({ deliveryId: `${deliveryId}/again/${again}`, delivery });
}
