import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { API_QUEUE, apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { isTrialRunning } from './fairness-trial';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

/** A worker's poll is a request of at most 60 s; the server remembers pollers for longer. */
const POLLED_WITHIN_MS = 70_000;

/**
 * The first queue that a look-up on this connection needs and that no worker polls; null if workers poll all. A killed
 * worker counts for one more minute. While a worker tries out the server, it will soon poll one of them.
 */
export async function unpolledQueue(client: Client, connection: string): Promise<string | null> {
	if (!(await isQueuePolled(client, INTERNAL_QUEUE))) return INTERNAL_QUEUE;
	if (await isQueuePolled(client, API_QUEUE)) return null;
	const own = apiQueue(connection);
	return (await isQueuePolled(client, own)) || (await isTrialRunning(client)) ? null : own;
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
