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
import { tellCompleted, tellFailed } from './emit';
import { CANCELLED, taskFailure, TIMED_OUT } from './failure';
import { enterStage, type ProgressState, reportProgress } from './progress';
import { refuseSleptThrough } from './schedule';
import { NOTE_REQUEST, type NoteRequestArgs } from './visibility';

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

/**
 * Whether work ended because it was cancelled. An attempt that was under way then and failed for now, such as one that
 * found nothing new, is not tried again for that reason alone: its failure is not the task's.
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
 * Keeps digests of the keys of requests that meant this run in its memo, where the gateway finds them also after the end. A run cannot
 * end before it has noted what it was asked to.
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
