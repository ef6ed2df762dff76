import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild } from '@temporalio/workflow';
import { searchAttributes } from '../task/search-attributes';
import { deliveryIdOf } from '../task/task-ids';
import { deliverEvent } from './deliver-event';
import type { TaskEvent } from '../task/event';

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
