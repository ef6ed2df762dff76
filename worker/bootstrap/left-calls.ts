import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { LONGEST_INTERVAL_SECONDS } from '../../workflows/lead-sync/cursor';
import { searchAttributes } from '../../workflows/task/visibility';
import type { Logger } from '../log';
import type { RunnableWorker, WorkerGroup } from './running-workers';

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
/** A longer query is too much for some databases. */
const MOST_NAMES = 100;
/** Tasks on a page of the search for removed connections, and the pages that one search reads at most. */
const PAGE = 200;
const MOST_PAGES = 50;

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
					const added = await create(queue);
					serving.set(queue, added);
					group.add(added);
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
		...{ namespace, taskQueue: { name: queue }, taskQueueType: TASK_QUEUE_TYPE_ACTIVITY },
		reportStats: true,
	});
	return Number(stats?.approximateBacklogCount ?? 0);
}

/**
 * Connections of running tasks that the configuration does not have. Their tasks wait, and only a worker tells them why.
 * A search skips the tasks of up to a hundred connections and reads at most 50 pages of the others. So it can miss a
 * connection only if more than a hundred are configured or have running tasks, and its tasks are older than the newest
 * 10,000.
 * @param known names of the configured connections
 * @param pause before each page after the first
 */
export async function removedConnections(
	client: Client,
	known: readonly string[],
	pause: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
	const configured = new Set(known);
	const removed = new Set<string>();
	// The tasks of more connections cannot be skipped at once. Then those are skipped that have tasks.
	const skipped = new Set(known.length > MOST_NAMES ? [] : known);
	let pageToken: Uint8Array = FIRST_PAGE;
	let page = 0;
	while (page < MOST_PAGES) {
		const { connections, next } = await connectionsOfTasks(client, skipped, pageToken);
		const before = skipped.size;
		for (const connection of connections) {
			if (!configured.has(connection)) removed.add(connection);
			if (skipped.size < MOST_NAMES) skipped.add(connection);
		}
		if (next.length === 0) break;
		// A token belongs to its query. A changed query begins anew, at most a hundred times.
		const isChanged = skipped.size > before;
		pageToken = isChanged ? FIRST_PAGE : next;
		page = isChanged ? 0 : page + 1;
		await pause();
	}
	return [...removed];
}

const FIRST_PAGE = new Uint8Array();

/** A page of running tasks. @param skipped connections whose tasks it skips. `next` is empty on the last page. */
async function connectionsOfTasks({ workflowService, options }: Client, skipped: Set<string>, pageToken: Uint8Array) {
	const { name } = searchAttributes.connection;
	const others =
		skipped.size === 0 ? '' : ` AND ${name} NOT IN (${[...skipped].map((each) => `'${each}'`).join(', ')})`;
	const { executions, nextPageToken } = await workflowService.listWorkflowExecutions({
		namespace: options.namespace,
		query: `ExecutionStatus = 'Running' AND ${name} IS NOT NULL${others}`,
		pageSize: PAGE,
		nextPageToken: pageToken,
	});
	const connections = executions.flatMap(({ searchAttributes: attributes }) =>
		namesIn(attributes?.indexedFields?.[name]?.data),
	);
	return { connections, next: nextPageToken };
}

const namesSchema = z.union([z.string().transform((name) => [name]), z.array(z.string())]);

/** Search attributes are not encrypted. A memo beside them may be, so the client's own list could fail. */
function namesIn(data: Uint8Array | null | undefined): string[] {
	if (data === null || data === undefined) return [];
	const names = namesSchema.safeParse(JSON.parse(Buffer.from(data).toString()));
	return names.success ? names.data : [];
}
