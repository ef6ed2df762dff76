import { setTimeout as pause } from 'node:timers/promises';
import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { DispatchActivities } from '../../workflows/task/dispatch-calls';
import type { ConnectionActivities, InternalActivities } from '../../workflows/activities';
import type { FairnessActivities } from '../../workflows/fairness/activities';
import { API_QUEUE, apiQueue, DELIVERIES_QUEUE, FAIRNESS_QUEUE, INTERNAL_QUEUE } from '../../workflows/task-queues';

export interface Shared {
	/** As Temporal's own options name it: a worker gets this object as a part of them. */
	connection: NativeConnection;
	namespace: string;
	dataConverter: DataConverter;
	/** Observers of every activity: metrics and traces. */
	interceptors?: WorkerInterceptors;
	/** Receivers of what the workflows report beside their commands. Only the workflows' worker needs them. */
	sinks?: WorkerOptions['sinks'];
}

/** The rate at which the server dispatches the calls of a connection, to all workers together. */
export interface Pace {
	/** The limit of the connection's key. */
	requestsPerMinute: number;
	/**
	 * The used share of the limit, above 0 and up to 1. Calls do not reach the service as evenly as they are dispatched:
	 * some minutes have two more than the average. A share of 0.97 makes 58.2 of 60 calls a minute, and never above 60.
	 */
	shareOfLimit: number;
}

/**
 * Number of cached workflows. Each takes about 700 KiB, with what V8 has not collected yet, so all together some 100 MiB.
 * A workflow outside the cache is replayed, which takes 20 ms: a person does not notice it, and 500 in the cache brought
 * no more reviews a second to waiting (docs/benchmarks.md).
 */
const CACHED_WORKFLOWS = 150;
/**
 * Number of concurrent calls of one connection in one worker. A slow service with a high limit may need this number.
 */
const CALLS_AT_ONCE = 20;
/** Requests for work that wait at the server: enough for the dispatches that an embedded server makes. */
const CALL_POLLERS = 10;
/** The server bounds the pollers of all queues together, and each connection adds these. */
const CONNECTION_POLLERS = 2;
/** The Helm chart scales with the same number. */
export const INTERNAL_AT_ONCE = 50;
/** Longer than one API call may take, so that an active call ends by itself. */
const GRACE = '40 seconds';

export function internalWorker(
	shared: Shared,
	workflowBundle: WorkerOptions['workflowBundle'],
	activities: InternalActivities & DispatchActivities,
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
 * A worker for slow work, so that it does not occupy slots for work that people wait for.
 * @param names of its activities
 * @param atOnce number of concurrent activities in this process
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

/**
 * Deliveries. The notes of a mail that a mail server has, but has not confirmed, reach Temporal within this time, in case
 * the worker is killed.
 */
const NOTED_WITHIN = '1 second';

export function deliveriesWorker(shared: Shared, activities: InternalActivities, atOnce: number): WorkerOptions {
	return {
		...boundedWorker(shared, DELIVERIES_QUEUE, activities, ['deliver', 'postEvent', 'mailReviewer'], atOnce),
		maxHeartbeatThrottleInterval: NOTED_WITHIN,
	};
}

/**
 * The calls of all connections. The server paces each of them.
 * @param atOnce number of concurrent calls in this process
 */
export function callsWorker(shared: Shared, activities: object, atOnce: number): WorkerOptions {
	return {
		...shared,
		taskQueue: API_QUEUE,
		activities,
		maxConcurrentActivityTaskExecutions: atOnce,
		maxConcurrentActivityTaskPolls: CALL_POLLERS,
		shutdownGraceTime: GRACE,
	};
}

/**
 * Calls that wait in the queue of all connections after `temporal.fairness` was switched off. The server may no longer
 * pace each of them, so all together have the pace of one.
 * @param perSecond dispatches
 */
export function leftCallsWorker(shared: Shared, activities: object, atOnce: number, perSecond: number): WorkerOptions {
	return { ...callsWorker(shared, activities, atOnce), maxTaskQueueActivitiesPerSecond: perSecond };
}

/** The worker of a trial of the server. One call at a time, so that they end in the order of their dispatch. */
export function trialWorker(shared: Shared, workflowBundle: WorkerOptions['workflowBundle']): WorkerOptions {
	const activities: FairnessActivities = { trialCall: (holdMs) => pause(holdMs) };
	return {
		...{ connection: shared.connection, namespace: shared.namespace, dataConverter: shared.dataConverter },
		taskQueue: FAIRNESS_QUEUE,
		workflowBundle,
		activities,
		...(shared.sinks && { sinks: shared.sinks }),
		maxCachedWorkflows: 2,
		maxConcurrentActivityTaskExecutions: 1,
		maxConcurrentActivityTaskPolls: 1,
	};
}

/** A worker for one connection, on a server that cannot pace all of them in one queue. */
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
		maxTaskQueueActivitiesPerSecond: dispatchesPerSecond(pace, 'own'),
		maxConcurrentActivityTaskExecutions: CALLS_AT_ONCE,
		maxConcurrentActivityTaskPolls: CONNECTION_POLLERS,
		shutdownGraceTime: GRACE,
	};
}

/** The calls of a connection that all workers together may make. */
export function callsPerSecond({ requestsPerMinute, shareOfLimit }: Pace): number {
	return (requestsPerMinute / 60) * shareOfLimit;
}

/** Where the calls of a connection wait: in the queue of all connections, or in one of their own. */
export type CallQueue = 'shared' | 'own';

/** The dispatches a second of a connection that reads pages. In its own queue, this is the limit of all dispatches. */
export function dispatchesPerSecond(pace: Pace, queue: CallQueue): number {
	return callsPerSecond(pace) / callsPerDispatch(pace.requestsPerMinute, queue);
}

/**
 * Calls a minute, above which a read of pages makes several calls in one dispatch: an embedded server makes about 50
 * dispatches a second in all, and each costs more than the call itself. A queue of its own has more of them, because
 * single calls take as much of its limit as reads of pages.
 */
const DISPATCHES_PER_MINUTE: Readonly<Record<CallQueue, number>> = { shared: 600, own: 1_500 };
/** Maximum number of pages per dispatch. They are in memory together: an export's encoded, 4 MB. */
const MOST_CALLS = 100;

/**
 * The number of calls that a read of many pages makes in one dispatch. In the queue of all connections, every other
 * dispatch is one call and counts one. In a connection's own queue the server counts dispatches alone. There, every other
 * dispatch makes one call but counts the same, so that the limit always holds: 1,500 single calls a minute up to a limit of
 * 150,000, above it a hundredth of the limit.
 * @param requestsPerMinute the limit of the connection's key
 */
export function callsPerDispatch(requestsPerMinute: number, queue: CallQueue): number {
	return Math.min(MOST_CALLS, Math.ceil(requestsPerMinute / DISPATCHES_PER_MINUTE[queue]));
}
