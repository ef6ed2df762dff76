import type { ActivityOptions } from '@temporalio/workflow';
import { ActivityCancellationType } from '@temporalio/workflow';
import { apiQueue } from '../task-queues';

/** Lower is sooner. Waiting calls of a connection are handed out in this order. */
export const PRIORITY = { urgent: 1, write: 2, read: 3 } as const;

/**
 * Longer than the client's own 30 s, so that the client tells a timeout itself, with what it knows.
 * No heartbeat: a lost worker is noticed after the same 45 s that one call may take.
 */
const ONE_CALL = '45 seconds';

/**
 * Reads, retried through the queue until they succeed. There is no schedule-to-close timeout: a Retry-After beyond
 * it would fail the read at once. The activity says which errors are final.
 */
export function apiRead(connection: string): ActivityOptions {
	return {
		taskQueue: apiQueue(connection),
		startToCloseTimeout: ONE_CALL,
		retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
		priority: { priorityKey: PRIORITY.read },
		cancellationType: ActivityCancellationType.TRY_CANCEL,
	};
}

/**
 * Writes that the service cannot recognise when repeated: one attempt, whatever happens to it.
 * Cancelling takes it out of the queue; once it has begun its answer is waited for.
 */
export function apiWriteOnce(connection: string): ActivityOptions {
	return {
		taskQueue: apiQueue(connection),
		startToCloseTimeout: ONE_CALL,
		retry: { maximumAttempts: 1 },
		priority: { priorityKey: PRIORITY.write },
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	};
}

/** One read for a person who waits for the answer: sooner than what tasks have queued, and not repeated. */
export function apiLookUp(connection: string): ActivityOptions {
	return {
		taskQueue: apiQueue(connection),
		startToCloseTimeout: '15 seconds',
		retry: { maximumAttempts: 1 },
		priority: { priorityKey: PRIORITY.urgent },
	};
}

/**
 * Reads that store what they read: several calls of a dispatch where the connection's limit is high, of which the last
 * begins within 20 s. Once begun it is waited for, so that nothing is stored after a cancellation.
 */
export function apiBulkRead(connection: string): ActivityOptions {
	return {
		...apiRead(connection),
		startToCloseTimeout: '90 seconds',
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	};
}

/** Work on files, on the worker's own queue. It says every few seconds that it is alive; a lost one is begun again. */
export function fileWork(): ActivityOptions {
	return {
		startToCloseTimeout: '6 hours',
		heartbeatTimeout: '1 minute',
		retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	};
}
