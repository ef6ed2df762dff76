import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_INTERVAL_SECONDS } from '../../workflows/lead-sync/cursor';
import type { Logger } from '../log';
import type { RunnableWorker, WorkerGroup } from '../temporal/running-workers';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

const HOUR_MS = 60 * 60_000;
/** Pauses in ms. They cost the server at most two requests a second, however many queues there are. */
const OFTEN = { betweenQueues: 500, betweenRounds: 30_000 };
/** At most one request in two seconds. A round of a thousand queues takes 38 minutes. */
const RARELY = { betweenQueues: 2_000, betweenRounds: 5 * 60_000 };
/** After this time in ms without a waiting call, only long pauses can be left, so the looks get rare. */
const OFTEN_FOR_MS = HOUR_MS;
/**
 * In ms. After this time without a waiting call, none is left. A call waits at most the longest interval of a sync for
 * its next attempt. The hour is for a rare round, and for workflows that still know the old queue (a quarter of an hour).
 */
const QUIET_MS = LONGEST_INTERVAL_SECONDS * 1_000 + HOUR_MS;

interface LeftCallsSettings {
	client: Client;
	/** Queues that this process serves only while calls wait there. To find them, it waits before each further request. */
	queues: (pause: () => Promise<unknown>) => Promise<string[]>;
	create: (queue: string) => Promise<RunnableWorker>;
	group: WorkerGroup;
	log: Logger;
	/** Waits so many milliseconds. Default: in real time. */
	pause?: (ms: number) => Promise<unknown>;
}

/**
 * Serves calls that wait in the queues of the other mode: `temporal.fairness` was switched on or off while tasks were
 * open, and a call keeps its queue until it succeeds. Ends with the process, or when no such call waited for longer than
 * the longest pause between two attempts.
 */
export async function serveLeftCalls(settings: LeftCallsSettings): Promise<void> {
	const { client, queues, create, group, log, pause = pauseOfProcess } = settings;
	const serving = new Map<string, RunnableWorker>();
	let seenAt = Date.now();
	const pauses = () => (Date.now() - seenAt < OFTEN_FOR_MS ? OFTEN : RARELY);
	while (Date.now() - seenAt < QUIET_MS && !group.isStopping()) {
		try {
			for (const queue of await queues(() => pause(pauses().betweenQueues))) {
				const waiting = await waitingIn(client, queue);
				const worker = serving.get(queue);
				if (waiting > 0) seenAt = Date.now();
				if (waiting > 0 && worker === undefined && !group.isStopping()) {
					log.warn(
						{ queue, waiting },
						'Calls wait in a queue of the other mode of temporal.fairness. This worker serves it, too.',
					);
					serving.set(queue, await group.start(() => create(queue)));
				} else if (waiting === 0 && worker !== undefined) {
					serving.delete(queue);
					await group.retire(worker);
				}
				await pause(pauses().betweenQueues);
				if (group.isStopping()) return;
			}
		} catch (error) {
			if (group.isStopping()) return;
			// The next round looks again.
			log.warn({ err: error }, 'the worker could not look for calls in queues of the other mode of temporal.fairness');
		}
		await pause(pauses().betweenRounds);
	}
}

/** It does not keep the process alive. */
const pauseOfProcess = (ms: number) => sleep(ms, undefined, { ref: false });

async function waitingIn({ workflowService, options: { namespace } }: Client, queue: string): Promise<number> {
	const { stats } = await workflowService.describeTaskQueue({
		namespace,
		taskQueue: { name: queue },
		taskQueueType: TASK_QUEUE_TYPE_ACTIVITY,
		reportStats: true,
	});
	return Number(stats?.approximateBacklogCount ?? 0);
}
