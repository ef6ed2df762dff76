import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerOptions } from '@temporalio/worker';
import type { ConnectionActivities } from '../../workflows/activities';
import type { FairnessActivities } from '../../workflows/fairness/activities';
import { API_QUEUE, apiQueue, FAIRNESS_QUEUE } from '../../workflows/task-queues';
import { GRACE, type WorkerBase } from '../temporal/worker-base';
import { dispatchesPerSecond, type Pace } from './pace';

/**
 * Number of concurrent calls of one connection in one worker. A slow service with a high limit may need this number.
 */
const CALLS_AT_ONCE = 20;
/** Requests for work that wait at the server: enough for the dispatches that an embedded server makes. */
const CALL_POLLERS = 10;
/** The server bounds the pollers of all queues together, and each connection adds these. */
const CONNECTION_POLLERS = 2;

/**
 * The calls of all connections. The server paces each of them.
 * @param atOnce number of concurrent calls in this process
 */
export function callsWorker(base: WorkerBase, activities: object, atOnce: number): WorkerOptions {
	return {
		...base,
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
export function leftCallsWorker(
	base: WorkerBase,
	activities: object,
	atOnce: number,
	perSecond: number,
): WorkerOptions {
	return { ...callsWorker(base, activities, atOnce), maxTaskQueueActivitiesPerSecond: perSecond };
}

/** The worker of a trial of the server. One call at a time, so that they end in the order of their dispatch. */
export function trialWorker(
	{ connection, namespace, dataConverter }: WorkerBase,
	workflows: Pick<WorkerOptions, 'workflowBundle' | 'sinks'>,
): WorkerOptions {
	const activities: FairnessActivities = { trialCall: (holdMs) => pause(holdMs) };
	return {
		connection,
		namespace,
		dataConverter,
		...workflows,
		taskQueue: FAIRNESS_QUEUE,
		activities,
		maxCachedWorkflows: 2,
		maxConcurrentActivityTaskExecutions: 1,
		maxConcurrentActivityTaskPolls: 1,
	};
}

/** A worker for one connection, on a server that cannot pace all of them in one queue. */
export function connectionWorker(
	base: WorkerBase,
	connection: string,
	pace: Pace,
	activities: ConnectionActivities,
): WorkerOptions {
	return {
		...base,
		taskQueue: apiQueue(connection),
		activities,
		maxTaskQueueActivitiesPerSecond: dispatchesPerSecond(pace, 'own'),
		maxConcurrentActivityTaskExecutions: CALLS_AT_ONCE,
		maxConcurrentActivityTaskPolls: CONNECTION_POLLERS,
		shutdownGraceTime: GRACE,
	};
}
