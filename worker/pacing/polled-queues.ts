import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { API_QUEUE, apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { isTrialRunning } from './fairness-trial';
import type { CallQueue } from './pace';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

/** A worker's poll is a request of at most 60 s; the server remembers pollers for longer. */
const POLLED_WITHIN_MS = 70_000;

/** In ms. A worker that has just started polls a queue of calls so long after its trial of the server has ended. */
const AFTER_TRIAL_MS = 3_000;
/** In ms. It does so within this time after it polls for workflows, unless the server is busy. */
const CHOSEN_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 500;

/**
 * The first queue that a look-up on this connection needs and that no worker polls; null if workers poll all. A killed
 * worker counts for one more minute. While a worker tries out the server, it will soon poll one of them.
 */
export async function unpolledQueue(client: Client, connection: string): Promise<string | null> {
	if (!(await isQueuePolled(client, INTERNAL_QUEUE))) return INTERNAL_QUEUE;
	const own = apiQueue(connection);
	const isComing = async () =>
		(await queueOfCalls(client, own)) !== null || (await isTrialRunning(client)) ? true : null;
	return (await lookUntil(AFTER_TRIAL_MS, isComing)) === null ? own : null;
}

/**
 * Whether workers poll one queue for the calls of all connections, or one for each. Waits for a worker that tries out the
 * server. Null if no worker runs, or the server does not respond, which other checks report.
 * @param connections names of the configuration
 */
export async function polledForCalls(client: Client, connections: readonly string[]): Promise<CallQueue | null> {
	try {
		if (await isQueuePolled(client, API_QUEUE)) return 'shared';
		if (!(await isQueuePolled(client, INTERNAL_QUEUE))) return null;
		const [first] = connections;
		const own = first === undefined ? null : apiQueue(first);
		const found = await lookUntil(CHOSEN_WITHIN_MS, () => queueOfCalls(client, own));
		return found ?? 'own';
	} catch {
		return null;
	}
}

/** Which of the two queues for calls a worker polls now. Null if none does. */
async function queueOfCalls(client: Client, own: string | null): Promise<CallQueue | null> {
	if (await isQueuePolled(client, API_QUEUE)) return 'shared';
	return own !== null && (await isQueuePolled(client, own)) ? 'own' : null;
}

/** The first thing that a look finds. Null if none does in time. */
async function lookUntil<Found>(withinMs: number, look: () => Promise<Found | null>): Promise<Found | null> {
	for (const until = Date.now() + withinMs; ;) {
		const found = await look();
		if (found !== null || Date.now() >= until) return found;
		await pause(LOOK_EVERY_MS);
	}
}

/** Whether a worker polls the queue for its kind of work: workflows, or the calls of a connection. */
export async function isQueuePolled(client: Client, queue: string): Promise<boolean> {
	return isPolled(client, queue, queue === INTERNAL_QUEUE ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY);
}

async function isPolled(
	{ workflowService, options: { namespace } }: Client,
	name: string,
	taskQueueType: temporal.api.enums.v1.TaskQueueType,
): Promise<boolean> {
	const { pollers } = await workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType });
	return stillPolling(pollers).length > 0;
}

type Poller = temporal.api.taskqueue.v1.IPollerInfo;

/** The recent pollers of a queue. A killed worker counts for one more minute. */
export function stillPolling(pollers: readonly Poller[]): Poller[] {
	const since = Date.now() - POLLED_WITHIN_MS;
	return pollers.filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= since);
}
