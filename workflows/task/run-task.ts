import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { TIMED_OUT } from './task-failure-types';
import { enterStage, type ProgressState, reportProgress } from './progress';

/**
 * Runs a task and marks the way it ends: its stage, and after a cancellation one sentence on what goes on without it.
 * A failure of an activity leaves as the typed failure that is inside it.
 */
export async function runTask<Result>(
	progress: ProgressState,
	body: () => Promise<Result>,
	afterCancel: () => string,
): Promise<Result> {
	try {
		const result = await body();
		enterStage(progress, 'completed');
		return result;
	} catch (error) {
		const failure = error instanceof ActivityFailure && !isCancellation(error) ? (error.cause ?? error) : error;
		if (isCancellation(error)) {
			enterStage(progress, 'cancelled');
			reportProgress(progress, { message: afterCancel() });
		} else if (failure instanceof ApplicationFailure) {
			enterStage(progress, failure.type === TIMED_OUT ? TIMED_OUT : 'failed');
		}
		throw failure;
	} finally {
		await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
	}
}
