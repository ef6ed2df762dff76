import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { taskFailure } from './failures';
import { CANCELLED, TIMED_OUT } from './task-failure-types';
import { noteRequests } from './noted-requests';
import { enterStage, type ProgressState, reportProgress } from './progress';
import { refuseSleptThrough } from './scheduled';
import { tellCompleted, tellFailed } from './tell-end';
import { wasCancelled } from './was-cancelled';

/**
 * Runs a task, unless its schedule meant a time too long ago, and marks the way it ends: its stage, and after a cancellation one sentence on what goes on without it.
 * A failure of an activity leaves as the typed failure that is inside it.
 * @param doneSoFar for a task of many items: how far it came, which is told however it ends
 */
export async function runTask<Result>(
	progress: ProgressState,
	body: () => Promise<Result>,
	afterCancel: () => string,
	doneSoFar?: () => object,
): Promise<Result> {
	noteRequests();
	try {
		refuseSleptThrough();
		const result = await body();
		enterStage(progress, 'completed');
		await tellCompleted();
		return result;
	} catch (thrown) {
		const error = wasCancelled(thrown) && !isCancellation(thrown) ? new CancelledFailure('Cancelled.') : thrown;
		const failure = error instanceof ActivityFailure && !isCancellation(error) ? (error.cause ?? error) : error;
		if (isCancellation(error)) {
			enterStage(progress, 'cancelled');
			reportProgress(progress, { message: afterCancel() });
			await tellFailed('cancelled', error);
		} else if (failure instanceof ApplicationFailure) {
			enterStage(progress, failure.type === TIMED_OUT ? TIMED_OUT : 'failed');
			await tellFailed(failure.type === TIMED_OUT ? TIMED_OUT : 'failed', failure);
		}
		throw doneSoFar === undefined ? failure : withPartialResult(failure, afterCancel, doneSoFar());
	} finally {
		await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
	}
}

/** Temporal keeps no details of a cancellation, so one that has something to tell leaves as a failure of its own type. */
function withPartialResult(failure: unknown, afterCancel: () => string, partial: object): unknown {
	if (isCancellation(failure)) {
		return taskFailure(
			{ type: CANCELLED, title: 'The task was cancelled', status: 409, detail: afterCancel() },
			partial,
		);
	}
	if (!(failure instanceof ApplicationFailure)) return failure;
	const { type, message, details } = failure;
	return ApplicationFailure.create({
		...(type ? { type } : {}),
		message,
		nonRetryable: true,
		details: [details?.[0], partial],
	});
}
