import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild, upsertMemo } from '@temporalio/workflow';
import type { DeliveryResult } from '../task/activities';
import { deliveryPriority, eventPauses, mailing, type SentKind } from '../task/delivery-options';
import type { TaskEvent } from '../task/event';
import { deliveryIdOf } from '../task/ids';
import { TIMING } from '../task/timing';
import { searchAttributes } from '../task/visibility';
import type { EventActivities, EventDelivery } from './activities';

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

const { postEvent } = proxyActivities<EventActivities>(mailing(eventPauses(TIMING)));

/**
 * Delivers one event to one subscriber at least once, until the receiver accepts it or no longer wants it. The memo holds
 * the outcome, so the log of deliveries is one list.
 */
export async function deliverEvent(delivery: EventDelivery): Promise<DeliveryResult> {
	const result = await postEvent(delivery);
	upsertMemo({ result });
	return result;
}
