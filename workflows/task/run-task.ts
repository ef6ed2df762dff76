import { ActivityFailure, ApplicationFailure, CancelledFailure, RetryState } from '@temporalio/common';
import {
	allHandlersFinished,
	CancellationScope,
	condition,
	defineSignal,
	isCancellation,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import { bounded, isBounded } from './bounded-output';
import type { TaskArgs } from './continue-as-new';
import { publishCompleted, publishFailed, thisTask } from './emit';
import { endingNamed, lastStage, type Verdict } from './outcomes';
import { CANCELLED, endingOfFailure, taskFailure, TIMED_OUT } from './failure';
import { enterStage, type ProgressState, reportProgress } from './progress';
import { beginRecovery, refuseMissedRun } from './schedule';
import { NOTE_REQUEST, type NoteRequestArgs } from './visibility';

/**
 * Runs a task and records how it ends: its stage and, after a cancellation, one sentence on what continues without it.
 * It refuses a missed run outside the catch-up window. It unwraps an activity's failure to the typed failure inside.
 * @param judge how it ended, by its result
 * @param partialResult for a task of many items: what it did so far, attached to every failure
 */
export async function runTask<Result>(
	{ frozen }: TaskArgs<unknown>,
	progress: ProgressState,
	body: () => Promise<Result>,
	judge: (result: Result) => Verdict,
	afterCancel: () => string,
	partialResult?: () => object,
): Promise<Result> {
	noteRequests();
	try {
		refuseMissedRun();
		const result = bounded('The result of the task', await body());
		const verdict = judge(result);
		enterStage(progress, lastStage('completed', verdict.ending));
		await publishCompleted(verdict);
		const task = thisTask();
		if (endingNamed(task.type, verdict.ending)?.exitCode === 0) await beginRecovery(task, result, frozen.timing);
		return result;
	} catch (thrown) {
		const error = wasCancelled(thrown) && !isCancellation(thrown) ? new CancelledFailure('Cancelled.') : thrown;
		const failure = error instanceof ActivityFailure && !isCancellation(error) ? failureOf(error) : error;
		if (isCancellation(error)) {
			enterStage(progress, 'cancelled');
			reportProgress(progress, { message: afterCancel() });
			await publishFailed('cancelled', error);
		} else if (failure instanceof ApplicationFailure) {
			enterStage(progress, failure.type === TIMED_OUT ? TIMED_OUT : lastStage('failed', endingOfFailure(failure)));
			await publishFailed(failure.type === TIMED_OUT ? TIMED_OUT : 'failed', failure);
		}
		throw withPartialResult(failure, afterCancel, partialResult?.());
	} finally {
		await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
	}
}

/** The typed failure inside, or that a step was retried for as long as it may be. */
function failureOf({ activityType, retryState, cause, message }: ActivityFailure): Error {
	if (retryState !== RetryState.TIMEOUT) return cause ?? new Error(message);
	return taskFailure({
		type: 'step_timed_out',
		title: 'A step was retried for as long as it may be',
		status: 504,
		detail: `The step ${activityType} did not succeed in time. Its last error: ${cause?.message ?? message} What was done stays. Mend the cause, then start the task again.`,
	});
}

/** Temporal keeps no details of a cancellation, so a partial result needs a failure of its own type. */
function withPartialResult(failure: unknown, afterCancel: () => string, partial: object | undefined): unknown {
	// The failure matters more than what was done before it.
	if (partial === undefined || !isBounded(partial)) return failure;
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

/**
 * Whether work ended because it was cancelled. An attempt that was running at that moment and failed temporarily is not
 * retried only because of the cancellation, so its failure is not the task's.
 */
export function wasCancelled(error: unknown): boolean {
	if (isCancellation(error)) return true;
	if (!(error instanceof ActivityFailure) || error.retryState !== RetryState.CANCEL_REQUESTED) return false;
	return !(error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true);
}

const noteRequest = defineSignal<NoteRequestArgs>(NOTE_REQUEST);

/** A caller repeats a key soon, or not at all. */
const KEPT = 50;

/**
 * Keeps digests of the keys of requests for this run in its memo, where the gateway finds them even after its end. A run
 * ends only after it has handled all of them.
 */
export function noteRequests(): void {
	setHandler(noteRequest, (kind, digest, meant) => {
		const { firstExecutionRunId } = workflowInfo();
		if (meant !== undefined && meant !== null && meant !== firstExecutionRunId) return;
		const kept = listed(workflowInfo().memo?.[kind]).filter((each) => each !== digest);
		upsertMemo({ [kind]: [...kept, digest].slice(-KEPT) });
	});
}

function listed(before: unknown): string[] {
	return Array.isArray(before) ? before.filter((each: unknown) => typeof each === 'string') : [];
}
