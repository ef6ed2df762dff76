import type { ActivityOptions } from '@temporalio/workflow';
import { ActivityCancellationType } from '@temporalio/workflow';
import type { Timing } from './timing';

/**
 * Longer than the client's own 30 s, so the client reports a timeout itself, with details.
 * No heartbeat: Temporal notices a lost worker after the same 45 s.
 */
const ONE_CALL = '45 seconds';

/**
 * Reads, retried through the queue until they succeed. There is no schedule-to-close timeout: a Retry-After beyond
 * it would fail the read at once. The activity marks final errors as non-retryable.
 */
export function apiRead(timing: Timing): ActivityOptions & Pick<Required<ActivityOptions>, 'retry'> {
	return { ...READ, retry: retriesOf(timing) };
}

const READ: ActivityOptions = {
	startToCloseTimeout: ONE_CALL,
	cancellationType: ActivityCancellationType.TRY_CANCEL,
};

function retriesOf({ retryMs, longestRetryMs }: Timing): Required<ActivityOptions>['retry'] {
	return { initialInterval: retryMs, backoffCoefficient: 2, maximumInterval: longestRetryMs };
}

/**
 * Looks at the service, each attempt one of them: an attempt that finds nothing to report fails with the pause before
 * the next one. A look sends heartbeats, so that one whose worker is gone, or which a stopping worker was given and
 * dropped, is repeated within 5 s. That is the shortest pause between two looks by default (`timing.pollMinMs`).
 * The pause of the retries does not grow, because the attempts count the looks.
 */
export const API_LOOK: ActivityOptions = {
	...READ,
	heartbeatTimeout: '3 seconds',
	retry: { initialInterval: '1 second', backoffCoefficient: 1 },
};

/**
 * Writes that the service cannot deduplicate: one attempt, whatever its outcome.
 * A cancellation removes it from the queue. Once it has started, the workflow waits for its response.
 */
export const API_WRITE_ONCE: ActivityOptions = {
	startToCloseTimeout: ONE_CALL,
	retry: { maximumAttempts: 1 },
	cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/** One read for a person who waits for the response: before the calls of tasks, and without a retry. */
export const API_LOOK_UP: ActivityOptions = {
	startToCloseTimeout: '15 seconds',
	retry: { maximumAttempts: 1 },
};

/**
 * Reads that store what they read. If the connection's limit is high, one activity makes several calls, and starts the
 * last within 20 s. The workflow waits for a started read, so nothing is stored after a cancellation.
 */
export function apiBulkRead(timing: Timing): ActivityOptions {
	return {
		...apiRead(timing),
		startToCloseTimeout: '90 seconds',
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	};
}

/**
 * What is unavailable for longer is gone, such as a blob store. A task must end, also while it cannot be cancelled. At the
 * end the task fails with the last error (`step_timed_out`). No worker may run for a weekend.
 */
export const UNAVAILABLE = '7 days';

/** Work on files, on the worker's own queue. It sends a heartbeat every few seconds. Temporal retries a lost one. */
export function fileWork(timing: Timing): ActivityOptions {
	return {
		startToCloseTimeout: '6 hours',
		scheduleToCloseTimeout: UNAVAILABLE,
		heartbeatTimeout: '1 minute',
		retry: retriesOf(timing),
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	};
}
