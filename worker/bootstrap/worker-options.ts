import type { WorkerOptions } from '@temporalio/worker';
import type { DispatchActivities } from '../../workflows/task/dispatch-calls';
import type { InternalActivities } from '../../workflows/activities';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { GRACE, type WorkerBase } from '../temporal/worker-base';

/**
 * Number of cached workflows. Each takes about 700 KiB, with what V8 has not collected yet, so all together some 100 MiB.
 * A workflow outside the cache is replayed, which takes 20 ms: a person does not notice it, and 500 in the cache brought
 * no more reviews a second to waiting (docs/benchmarks.md).
 */
const CACHED_WORKFLOWS = 150;
/** The Helm chart scales with the same number. */
export const INTERNAL_AT_ONCE = 50;

export function internalWorker(
	base: WorkerBase,
	workflows: Pick<WorkerOptions, 'workflowBundle' | 'sinks'>,
	activities: InternalActivities & DispatchActivities,
): WorkerOptions {
	return {
		...base,
		...workflows,
		taskQueue: INTERNAL_QUEUE,
		activities,
		maxCachedWorkflows: CACHED_WORKFLOWS,
		maxConcurrentActivityTaskExecutions: INTERNAL_AT_ONCE,
		shutdownGraceTime: GRACE,
	};
}

/**
 * Notes of an activity reach Temporal within this time, in case the worker is killed: of a mail that a mail server has, but
 * has not confirmed, and of a file that begins to be read. The default would be most of the heartbeat's timeout.
 */
const NOTED_WITHIN = '1 second';

/**
 * A worker for slow work, so that it does not occupy slots for work that people wait for.
 * @param names of its activities
 * @param atOnce number of concurrent activities in this process
 */
export function boundedWorker(
	base: WorkerBase,
	taskQueue: string,
	activities: InternalActivities,
	names: ReadonlyArray<keyof InternalActivities>,
	atOnce: number,
): WorkerOptions {
	return {
		...base,
		taskQueue,
		activities: Object.fromEntries(
			Object.entries<unknown>({ ...activities }).filter(([name]) => names.some((each) => each === name)),
		),
		maxConcurrentActivityTaskExecutions: atOnce,
		maxHeartbeatThrottleInterval: NOTED_WITHIN,
		shutdownGraceTime: GRACE,
	};
}
