import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, WorkerOptions } from '@temporalio/worker';
import type { ConnectionActivities, InternalActivities } from '../../workflows/ports';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';

export interface Shared {
	connection: NativeConnection;
	namespace: string;
	dataConverter: DataConverter;
}

/**
 * Of the limit, so that it holds in every 60 s: three workers together then make 58 of 60 calls a minute and never
 * more than 59 (design, part 5).
 */
const SHARE_OF_LIMIT = 0.97;
/** A workflow kept ready costs about 300 KiB; these are at most some 150 MiB. One that was dropped is replayed. */
const CACHED_WORKFLOWS = 500;
/** Calls of one connection under way at once in one worker. At a fast limit a slow service may need that many. */
const CALLS_AT_ONCE = 20;
const INTERNAL_AT_ONCE = 50;
/** Longer than one API call may take, so that a call under way ends by itself. */
const GRACE = '40 seconds';

export function internalWorker(
	shared: Shared,
	workflowBundle: WorkerOptions['workflowBundle'],
	activities: InternalActivities,
): WorkerOptions {
	return {
		...shared,
		taskQueue: INTERNAL_QUEUE,
		workflowBundle,
		activities,
		maxCachedWorkflows: CACHED_WORKFLOWS,
		maxConcurrentActivityTaskExecutions: INTERNAL_AT_ONCE,
		shutdownGraceTime: GRACE,
	};
}

/** @param requestsPerMinute the limit of the connection's key; the server holds it for all workers together */
export function connectionWorker(
	shared: Shared,
	connection: string,
	requestsPerMinute: number,
	activities: ConnectionActivities,
): WorkerOptions {
	return {
		...shared,
		taskQueue: apiQueue(connection),
		activities,
		maxTaskQueueActivitiesPerSecond: (requestsPerMinute / 60) * SHARE_OF_LIMIT,
		maxConcurrentActivityTaskExecutions: CALLS_AT_ONCE,
		shutdownGraceTime: GRACE,
	};
}
