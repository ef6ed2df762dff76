import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild, upsertMemo } from '@temporalio/workflow';
import type { Delivery, DeliveryActivities, DeliveryResult } from '../task/activities';
import { CALLBACK_PAUSES, delivering, deliveryPriority } from '../task/delivery-options';
import { taskFailure, TIMED_OUT } from '../task/failure';
import { withDeadline } from '../task/write-at-most-once';
import { type Callback, callbackOf, type WaitActivities } from './activities';

export interface WaitArgs {
	waitId: string;
	taskIds: string[];
	callbackUrl: string;
	/** Milliseconds since 1970; null: no deadline. */
	deadline: number | null;
	/** Id of the workflow that delivers the callback to n8n. */
	deliveryId: string;
}

/** How a wait ended; the memo holds it as `ended`. */
export type WaitEnd = 'completed' | 'timed_out';

const { awaitTaskEnds } = proxyActivities<WaitActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/**
 * Waits for the tasks of one n8n execution, until all have ended or the deadline has passed. Then n8n gets one callback.
 * A separate workflow delivers it, so a slow n8n blocks nothing here.
 */
export async function waitForTasks(args: WaitArgs): Promise<void> {
	// Before the callback: n8n asks at once how the wait ended, maybe before this workflow has ended.
	upsertMemo({ ended: await endOf(args) });
	await beginCallback(callbackOf(args));
}

async function endOf({ taskIds, deadline }: WaitArgs): Promise<WaitEnd> {
	try {
		await withDeadline(deadline, () => awaitTaskEnds(taskIds), deadlinePassed);
		return 'completed';
	} catch (error) {
		if (error instanceof ApplicationFailure && error.type === TIMED_OUT) return 'timed_out';
		throw error;
	}
}

function deadlinePassed(): Error {
	return taskFailure({ type: TIMED_OUT, title: 'The wait timed out', status: 504, detail: 'Its deadline has passed.' });
}

/** Starts the delivery of the callback to n8n, in its own workflow. */
export async function beginCallback({ deliveryId, delivery }: Callback): Promise<void> {
	try {
		await startChild(deliverCallback, {
			workflowId: deliveryId,
			args: [delivery],
			// The delivery inherits it.
			priority: deliveryPriority('callback', hostIn(delivery.url)),
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

/** The executions of one n8n share its turns. */
function hostIn(url: string): string {
	return URL.canParse(url) ? new URL(url).host : '';
}

const { deliver } = proxyActivities<DeliveryActivities>(delivering(CALLBACK_PAUSES));

/** Delivers one message at least once, until the receiver accepts it or no longer wants it. */
export async function deliverCallback(delivery: Delivery): Promise<DeliveryResult> {
	return deliver(delivery);
}
