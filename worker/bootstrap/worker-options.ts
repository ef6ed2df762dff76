import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { ConnectionActivities, InternalActivities } from '../../workflows/activities';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';

export interface Shared {
	connection: NativeConnection;
	namespace: string;
	dataConverter: DataConverter;
	/** What watches every activity: metrics and traces. */
	interceptors?: WorkerInterceptors;
	/** What the workflows tell besides their commands; only the workflows' worker needs it. */
	sinks?: WorkerOptions['sinks'];
}

/** How fast the server hands out the calls of a connection, to all workers together. */
export interface Pace {
	/** The limit of the connection's key. */
	requestsPerMinute: number;
	/**
	 * Above 0 and up to 1: what of the limit is used. Calls do not reach the service as evenly as they are handed out:
	 * some 60 s see two more than the share gives on average. 0.96 makes 57.6 of 60 a minute, and never above 60.
	 */
	shareOfLimit: number;
}

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

/**
 * A worker for work that may take long, so that it takes no slot of what people wait for.
 * @param names of the activities that it does
 * @param atOnce in this process
 */
export function boundedWorker(
	shared: Shared,
	taskQueue: string,
	activities: InternalActivities,
	names: ReadonlyArray<keyof InternalActivities>,
	atOnce: number,
): WorkerOptions {
	return {
		...shared,
		taskQueue,
		activities: Object.fromEntries(
			Object.entries<unknown>({ ...activities }).filter(([name]) => names.some((each) => each === name)),
		),
		maxConcurrentActivityTaskExecutions: atOnce,
		shutdownGraceTime: GRACE,
	};
}

export function connectionWorker(
	shared: Shared,
	connection: string,
	pace: Pace,
	activities: ConnectionActivities,
): WorkerOptions {
	return {
		...shared,
		taskQueue: apiQueue(connection),
		activities,
		maxTaskQueueActivitiesPerSecond: dispatchesPerSecond(pace),
		maxConcurrentActivityTaskExecutions: CALLS_AT_ONCE,
		shutdownGraceTime: GRACE,
	};
}

/** How fast the server hands out what waits in a connection's queue. */
export function dispatchesPerSecond({ requestsPerMinute, shareOfLimit }: Pace): number {
	return ((requestsPerMinute / 60) * shareOfLimit) / callsPerDispatch(requestsPerMinute);
}

/**
 * Above this limit, calls a minute, a dispatch may be several calls: an embedded server hands out some 50 a second in
 * all, and each costs it more than the call itself takes.
 */
const DISPATCHES_PER_MINUTE = 600;
/** What is read at once is in memory: 5,000 leads. */
const MOST_CALLS = 50;

/**
 * How many calls a dispatch of a connection's queue stands for. Reads of many pages make as many; every other call is
 * one, and still counts as so many: then the limit holds whatever is dispatched. Up to a limit of 30,000 single calls are
 * 600 a minute, above it a fiftieth of the limit.
 * @param requestsPerMinute the limit of the connection's key
 */
export function callsPerDispatch(requestsPerMinute: number): number {
	return Math.min(MOST_CALLS, Math.ceil(requestsPerMinute / DISPATCHES_PER_MINUTE));
}
