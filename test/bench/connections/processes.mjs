// @ts-check
import { readFile } from 'node:fs/promises';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { memoryOf } from '../process-memory.mjs';
import { processorSecondsOf } from '../processor-time.mjs';

const { TaskQueueType } = proto.temporal.api.enums.v1;
/** The queue of all connections' calls. */
const API_QUEUE = 'api';
const POLLERS = /^temporal_num_pollers\{(.*)\} ([\d.]+)/;

/**
 * What a process uses.
 * @param {number} pid
 * @param {number} seconds for which it ran so far
 */
export async function usageOf(pid, seconds) {
	const { now, peak } = await memoryOf(pid);
	const threads = Number(/Threads:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
	const coresUsed = Number(((await processorSecondsOf(pid)) / seconds).toFixed(2));
	return { memoryMiB: now, peakMemoryMiB: peak, threads, coresUsed };
}

/**
 * The requests for work that a worker has at the server, by task queue.
 * @param {string} metricsUrl
 */
export async function pollersOf(metricsUrl) {
	const text = await (await fetch(metricsUrl)).text();
	/** @type {Record<string, number>} */
	const pollers = {};
	for (const line of text.split('\n')) {
		const [, labels = '', value] = POLLERS.exec(line) ?? [];
		if (value === undefined) continue;
		const queue = /task_queue="([^"]*)"/.exec(labels)?.[1] ?? '';
		pollers[queue] = (pollers[queue] ?? 0) + Number(value);
	}
	return pollers;
}

/**
 * The queue of all connections, as the server counts it.
 * @param {string} address
 * @param {string} namespace
 */
export async function callQueue(address, namespace) {
	const connection = await Connection.connect({ address });
	try {
		const { stats, pollers } = await connection.workflowService.describeTaskQueue({
			namespace,
			taskQueue: { name: API_QUEUE },
			taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
			reportStats: true,
		});
		return {
			waiting: Number(stats?.approximateBacklogCount ?? 0),
			dispatchedPerSecond: Number((stats?.tasksDispatchRate ?? 0).toFixed(1)),
			workers: pollers.length,
		};
	} finally {
		await connection.close();
	}
}
