import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild } from '@temporalio/workflow';
import type { EventActivities } from '../ports';
import { searchAttributes } from '../task/search-attributes';
import { deliverEvent } from './deliver-event';
import type { TaskEvent } from './event';

const { findSubscribers } = proxyActivities<EventActivities>({
	startToCloseTimeout: '30 seconds',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Finds who wants to know of an event, and begins to tell each of them in a workflow of its own. */
export async function publishEvent(event: TaskEvent): Promise<void> {
	for (const subscriptionId of await findSubscribers(event)) await beginDelivery(subscriptionId, event);
}

async function beginDelivery(subscriptionId: string, event: TaskEvent): Promise<void> {
	try {
		await startChild(deliverEvent, {
			workflowId: `deliver/${event.id}/${subscriptionId}`,
			args: [{ subscriptionId, event }],
			memo: { event },
			typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}
