import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Logger } from '../log';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/** Rates are 32-bit numbers at the server. */
const SAME_RATE = 0.001;

/**
 * Sets the pace of a fairness key with weight 1 on a queue of activities. Repeatable: it is one value for the whole queue.
 * @param perSecond dispatches a second
 */
export async function setKeyPace({ workflowService, options }: Client, queue: string, perSecond: number) {
	const { namespace } = options;
	const taskQueueType = TASK_QUEUE_TYPE_ACTIVITY;
	const { config } = await workflowService.describeTaskQueue({
		namespace,
		taskQueue: { name: queue },
		taskQueueType,
		reportConfig: true,
	});
	const before = config?.fairnessKeysRateLimitDefault?.rateLimit?.requestsPerSecond;
	if (typeof before === 'number' && Math.abs(before - perSecond) < SAME_RATE) return;
	await workflowService.updateTaskQueueConfig({
		namespace,
		taskQueue: queue,
		taskQueueType,
		updateFairnessKeyRateLimitDefault: {
			rateLimit: { requestsPerSecond: perSecond },
			reason: 'the pace of the connections of Agent Knowledge',
		},
	});
}

/** Warns if the server divides the queue of all connections. Each part has a pace of its own, so calls come in bursts. */
export async function reportPartitions(
	{ workflowService, options: { namespace } }: Client,
	queue: string,
	log: Pick<Logger, 'warn'>,
): Promise<void> {
	try {
		const { activityTaskQueuePartitions: parts } = await workflowService.listTaskQueuePartitions({
			namespace,
			taskQueue: { name: queue },
		});
		if (parts.length > 1)
			log.warn(
				{ queue, partitions: parts.length },
				'The queue of all connections has several partitions, so calls come in bursts that can reach the limit of a key. Set matching.numTaskqueueReadPartitions and matching.numTaskqueueWritePartitions to 1. On Temporal Cloud set shareOfLimit of the connections to 0.93.',
			);
	} catch (error) {
		log.warn({ err: error, queue }, 'the worker could not read the number of partitions');
	}
}
