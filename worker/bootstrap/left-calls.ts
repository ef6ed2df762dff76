import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { searchAttributes } from '../../workflows/task/visibility';
import type { Logger } from '../log';
import type { RunnableWorker, WorkerGroup } from './running-workers';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/** Between two looks at a queue, and between two rounds, in ms: a thousand queues cost the server two requests a second. */
const BETWEEN_QUEUES_MS = 500;
const EVERY_MS = 30_000;
/** A retry waits ten minutes at most. Without a call for so long, nothing is left. */
const QUIET_MS = 60 * 60_000;
/** A longer query is too much for some databases. Then only the queues of configured connections are looked at. */
const MOST_NAMES = 100;
const PAGE = 200;

interface LeftCallsSettings {
	client: Client;
	/** Queues that this process serves only while calls wait there. */
	queues: () => Promise<string[]>;
	create: (queue: string) => Promise<RunnableWorker>;
	group: WorkerGroup;
	log: Logger;
	everyMs?: number;
}

/**
 * Serves calls that wait in the queues of the other mode: `temporal.fairness` was switched on or off while tasks were
 * open, and a call keeps its queue until it succeeds. Ends an hour after the last such call, or with the process.
 */
export async function serveLeftCalls(settings: LeftCallsSettings): Promise<void> {
	const { client, queues, create, group, log, everyMs = EVERY_MS } = settings;
	const serving = new Map<string, RunnableWorker>();
	let seenAt = Date.now();
	while (Date.now() - seenAt < QUIET_MS && !group.isStopping()) {
		try {
			for (const queue of await queues()) {
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
				await pause(Math.min(BETWEEN_QUEUES_MS, everyMs), undefined, { ref: false });
				if (group.isStopping()) return;
			}
		} catch (error) {
			if (group.isStopping()) return;
			// The next round looks again.
			log.warn({ err: error }, 'the worker could not look for calls in queues of the other mode of temporal.fairness');
		}
		await pause(everyMs, undefined, { ref: false });
	}
}

async function waitingIn({ workflowService, options: { namespace } }: Client, queue: string): Promise<number> {
	const { stats } = await workflowService.describeTaskQueue({
		...{ namespace, taskQueue: { name: queue }, taskQueueType: TASK_QUEUE_TYPE_ACTIVITY },
		reportStats: true,
	});
	return Number(stats?.approximateBacklogCount ?? 0);
}

/**
 * Connections of running tasks that the configuration does not have. Their tasks wait, and only a worker tells them why.
 * @param known names of the configured connections. None is found beside more than a hundred of them
 */
export async function removedConnections(client: Client, known: readonly string[]): Promise<string[]> {
	const { workflowService, options } = client;
	const { name } = searchAttributes.connection;
	const found = new Set<string>();
	for (;;) {
		const names = [...known, ...found];
		if (names.length > MOST_NAMES) return [...found];
		const others = names.length === 0 ? '' : ` AND ${name} NOT IN (${names.map((each) => `'${each}'`).join(', ')})`;
		const query = `ExecutionStatus = 'Running' AND ${name} IS NOT NULL${others}`;
		const { executions } = await workflowService.listWorkflowExecutions({
			...{ namespace: options.namespace, query, pageSize: PAGE },
		});
		const before = found.size;
		for (const { searchAttributes: attributes } of executions)
			for (const connection of namesIn(attributes?.indexedFields?.[name]?.data)) found.add(connection);
		if (found.size === before) return [...found];
	}
}

const namesSchema = z.union([z.string().transform((name) => [name]), z.array(z.string())]);

/** Search attributes are not encrypted. A memo beside them may be, so the client's own list could fail. */
function namesIn(data: Uint8Array | null | undefined): string[] {
	if (data === null || data === undefined) return [];
	const names = namesSchema.safeParse(JSON.parse(Buffer.from(data).toString()));
	return names.success ? names.data : [];
}
