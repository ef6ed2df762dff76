import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { TaskError } from './failure';
import { wasCancelled } from './run-task';

/** The response was lost: the request may have taken effect. */
export interface LostResponse {
	outcome: 'ambiguous';
	error: TaskError;
}

/** Longest single pause that the service can ask for. Milliseconds. */
export const LONGEST_WAIT_MS = 10 * 60_000;
/** A pause that grows is at least this long the second time. */
const LEAST_GROWN_MS = 1_000;
/** Number of checks whether a request with a lost response took effect, each after the time to settle. */
const SETTLE_LOOKS = 2;

/**
 * A pause that doubles with each time.
 * @param first the pause of the first time, in milliseconds
 * @param times from 1
 * @returns milliseconds, up to the longest pause that the service can ask for if `first` is not longer
 */
export function grownPause(first: number, times: number): number {
	const grown = times === 1 ? first : Math.max(first * 2 ** (times - 1), LEAST_GROWN_MS * 2 ** (times - 2));
	return Math.max(first, Math.min(LONGEST_WAIT_MS, grown));
}

/**
 * After a lost response, before a repeated request: waits and looks for the effect, twice.
 * @param settleMs how long the effect may take to show, in milliseconds
 * @param decides whether what a look shows makes the second one needless
 * @returns what the last look showed
 */
export async function lookAndSettle<Seen>(
	settleMs: number,
	look: () => Promise<Seen>,
	decides: (seen: Seen) => boolean,
): Promise<Seen> {
	for (let looks = 1; ; looks += 1) {
		await sleep(settleMs);
		const seen = await look();
		if (looks === SETTLE_LOOKS || decides(seen)) return seen;
	}
}

/**
 * Sends one request that the service cannot deduplicate. If the worker that sent it is lost, its outcome is as unknown as
 * after a lost response.
 * @param what the worker did, for the error: `asked for a run`
 * @throws a cancellation if it never started, and the final failure if the service refused for good
 */
export async function writeAtMostOnce<Answer>(
	send: () => Promise<Answer>,
	what: string,
): Promise<Answer | LostResponse> {
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

/** Whether the service refused the request. After any other failure the effect is unknown. */
function isFinal(error: unknown): boolean {
	if (!(error instanceof ActivityFailure)) return true;
	return error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true;
}

/**
 * Runs `body` until `deadline` (milliseconds since 1970; null: no deadline), then cancels it. A cancellation from outside
 * stays a cancellation.
 * @throws the error of `onPassed` if the deadline has passed
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
