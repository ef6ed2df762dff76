import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { TaskError } from './failure';
import { wasCancelled } from './run-task';

/** An answer was lost: the request may have taken effect. */
export interface Lost {
	outcome: 'ambiguous';
	error: TaskError;
}

/** Longest single wait for what the service asks for. Milliseconds. */
export const LONGEST_WAIT_MS = 10 * 60_000;
/** Before another try when no connection came about, or when a 409 and the status contradict each other. */
export const PAUSE_MS = 5_000;
/** How often one looks whether a request took effect whose answer was lost, each time after the time to settle. */
export const SETTLE_LOOKS = 2;

/**
 * One request that the service cannot recognise when it is repeated. What was lost together with the
 * worker that sent it is as uncertain as a lost answer.
 * @param what it did, for the error: `asked for a run`
 * @throws a cancellation when it never began, and the final failure when the service refused for good
 */
export async function writeOnce<Answer>(send: () => Promise<Answer>, what: string): Promise<Answer | Lost> {
	try {
		return await send();
	} catch (error) {
		if (isCancellation(error) || isFinal(error)) throw error;
		return {
			outcome: 'ambiguous',
			error: {
				type: 'worker_lost',
				title: `The worker was lost while it ${what}`,
				status: 503,
				detail: 'The worker that sent the request returned no response.',
				issues: [],
			},
		};
	}
}

/** Whether the service's refusal is known; everything else left the effect of the request open. */
function isFinal(error: unknown): boolean {
	if (!(error instanceof ActivityFailure)) return true;
	return error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true;
}

/**
 * Runs `body` until `deadline` (milliseconds since 1970; null: without end), then cancels it.
 * Being cancelled from outside stays what it is.
 * @throws what `onPassed` makes, when the deadline has passed
 */
export async function withDeadline<Result>(
	deadline: number | null,
	body: () => Promise<Result>,
	onPassed: () => Error,
): Promise<Result> {
	if (deadline === null) return body();
	const work = new CancellationScope();
	const alarm = new CancellationScope();
	const rang = alarm
		.run(() => sleep(Math.max(1, deadline - Date.now())))
		.then(() => {
			work.cancel();
			return true;
		})
		.catch((error: unknown) => {
			if (!isCancellation(error)) throw error;
			return false;
		});
	try {
		return await work.run(body);
	} catch (error) {
		alarm.cancel();
		throw wasCancelled(error) && (await rang) ? onPassed() : error;
	} finally {
		alarm.cancel();
		await rang;
	}
}
