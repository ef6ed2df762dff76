import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild, upsertMemo } from '@temporalio/workflow';
import { DELIVERIES_QUEUE } from '../task-queues';
import type { Delivery, DeliveryActivities, DeliveryResult } from '../task/activities';
import { taskFailure, TIMED_OUT } from '../task/failure';
import { withDeadline } from '../task/write-once';
import { type Callback, callbackOf, type WaitActivities } from './activities';

export interface WaitArgs {
	waitId: string;
	taskIds: string[];
	callbackUrl: string;
	/** Milliseconds since 1970; null: without end. */
	deadline: number | null;
	/** Id of the workflow that tells n8n. */
	deliveryId: string;
}

/** How a wait ended; it stands in the memo as `ended`. */
export type WaitEnd = 'completed' | 'timed_out';

const { awaitTaskEnds } = proxyActivities<WaitActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/**
 * Owns the wait of one n8n execution for its tasks: until all have ended or the deadline has passed, then n8n is
 * told once. Telling is a workflow of its own, so that a slow n8n holds up nothing here.
 */
export async function waitForTasks(args: WaitArgs): Promise<void> {
	// Before n8n is told: it asks at once how the wait ended, and may be sooner than this workflow's own end.
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

/** Begins to call n8n back, in a workflow of its own. */
export async function beginCallback({ deliveryId, delivery }: Callback): Promise<void> {
	try {
		await startChild(deliverCallback, {
			workflowId: deliveryId,
			args: [delivery],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

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
