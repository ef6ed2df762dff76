import { ApplicationFailure } from '@temporalio/common';
import { proxyActivities, upsertMemo } from '@temporalio/workflow';
import type { WaitActivities } from './activities';
import { taskFailure } from '../task/failures';
import { TIMED_OUT } from '../task/task-failure-types';
import { withDeadline } from '../task/with-deadline';
import { beginCallback } from './begin-callback';
import { callbackOf } from './callback';

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
	return taskFailure({ type: TIMED_OUT, title: 'The wait is over', status: 504, detail: 'Its deadline has passed.' });
}
