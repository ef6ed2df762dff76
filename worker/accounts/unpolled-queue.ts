import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

/** A worker's poll is a request of at most 60 s; the server remembers pollers for longer. */
const POLLED_WITHIN_MS = 70_000;

/**
 * The first queue that a look-up on this connection needs and no worker polls; null when all are polled. A worker
 * that was killed counts for a minute more.
 */
export async function unpolledQueue(client: Client, connection: string): Promise<string | null> {
	const api = apiQueue(connection);
	if (!(await isQueuePolled(client, INTERNAL_QUEUE))) return INTERNAL_QUEUE;
	return (await isQueuePolled(client, api)) ? null : api;
}

/** Whether a worker takes what the queue is for: workflows, or the calls of a connection. */
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

/** Those of a queue's pollers that were there a moment ago; one that was killed counts for a minute more. */
export function stillPolling(pollers: readonly Poller[]): Poller[] {
	const since = Date.now() - POLLED_WITHIN_MS;
	return pollers.filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= since);
}
