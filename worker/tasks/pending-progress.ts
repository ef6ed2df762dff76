import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import type { TaskProgress } from '../../workflows/catalogue';
import { NOT_YET } from '../../workflows/task/task-failure-types';
import { progressSchema, taskErrorSchema } from './task-memo-schema';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/**
 * What the last attempt of a pending call left behind as its failure: fresher than the memo, and free of events. It is
 * the progress that the call saw, or why the call failed and is made again; then the counters stay those of the memo.
 * Null when there is none.
 */
export async function pendingProgress(
	client: Client,
	{ raw }: WorkflowExecutionDescription,
	reported: TaskProgress | null,
): Promise<TaskProgress | null> {
	for (const pending of raw.pendingActivities ?? []) {
		const { lastFailure } = pending;
		const failure = await decodeOptionalFailureToOptionalError(client.options.loadedDataConverter, lastFailure);
		if (failure === undefined) continue;
		if (!(failure instanceof ApplicationFailure) || failure.type !== NOT_YET) {
			return { ...reported, message: `${whyOf(failure)} The call is made again.`, at: timeOf(pending) };
		}
		const progress = progressSchema.safeParse(failure.details?.[0]);
		if (progress.success) return progress.data;
	}
	return null;
}

/** The service's words. What else can go wrong in a worker is in its log, and may hold what is nobody's business. */
function whyOf(failure: Error): string {
	const known = failure instanceof ApplicationFailure && taskErrorSchema.safeParse(failure.details?.[0]).success;
	return known ? failure.message : 'A call failed in the worker, or with it; its log says why.';
}

function timeOf({ lastAttemptCompleteTime, lastStartedTime }: Pending): string {
	const { seconds, nanos } = lastAttemptCompleteTime ?? lastStartedTime ?? {};
	if (seconds === undefined || seconds === null) return new Date().toISOString();
	return new Date(Number(seconds) * 1000 + (nanos ?? 0) / 1e6).toISOString();
}
