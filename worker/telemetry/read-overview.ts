import type { Client } from '@temporalio/client';
import { catalogue, TASK_TYPES, type TaskDefinition, type TaskType } from '../../workflows/catalogue';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { isQueuePolled } from '../connections/unpolled-queue';
import type { ScheduleService } from '../schedules';
import { syncLagSeconds, syncOverdueSeconds, type TaskService } from '../tasks';
import { oldestOpen } from './oldest-open';

/** How all tasks stand. */
export interface Overview {
	/** Running tasks by stage; stages in which there are none are left out. */
	stages: Array<{ task: TaskType; stage: string; count: number }>;
	/** Those of them in which nothing goes on until a person does something; 0 where there are none. */
	waiting: Array<{ task: TaskType; stage: string; count: number }>;
	/** 0: none waits. */
	oldestReviewSeconds: number;
	/** Running tasks whose workflow task fails, where the server says so. */
	failing: Array<{ task: TaskType; count: number }>;
	/** By connection and destination the sync that is furthest behind, and all refused leads. */
	syncs: Array<{
		connection: string;
		destination: string;
		lagSeconds: number;
		overdueSeconds: number;
		refused: number;
	}>;
	queues: Array<{ queue: string; polled: boolean }>;
	missedTimes: Array<{ task: TaskType; count: number }>;
}

export interface OverviewSources {
	client: Client;
	tasks: TaskService;
	schedules: ScheduleService;
	/** Names of the connections. */
	connections: readonly string[];
}

/** All of it in so long, or Temporal counts as away. Milliseconds. */
const WITHIN_MS = 8_000;
/** Syncs that are looked at one by one. */
const MOST_SYNCS = 500;
const PAGE = 100;
const REVIEWS = "AkTask = 'email-send-with-review' AND AkStage = 'reviewing' AND ExecutionStatus = 'Running'";

/** @throws when Temporal does not answer in time */
export async function readOverview(sources: OverviewSources): Promise<Overview> {
	const { client, connections } = sources;
	return client.withDeadline(Date.now() + WITHIN_MS, async () => {
		const all = await Promise.all(TASK_TYPES.map((task) => stagesOf(client, task)));
		const stages = all.flat();
		const queues = [INTERNAL_QUEUE, ...connections.map(apiQueue)];
		return {
			stages: stages.filter(({ count }) => count > 0),
			waiting: stages.filter(({ task, stage }) => waitingStages(task).includes(stage)),
			oldestReviewSeconds: await oldestOpen(client, REVIEWS, Date.now()),
			failing: await Promise.all(TASK_TYPES.map((task) => failingOf(client, task))),
			syncs: await syncsOf(sources),
			queues: await Promise.all(queues.map(async (queue) => ({ queue, polled: await isQueuePolled(client, queue) }))),
			missedTimes: await missedTimes(sources),
		};
	});
}

/** The stages in which a task can be while it runs. */
async function stagesOf(client: Client, task: TaskType): Promise<Overview['stages']> {
	const stages: readonly string[] = catalogue[task].stages;
	const counted = stages.map(async (stage) => {
		const query = `AkTask = '${task}' AND AkStage = '${stage}' AND ExecutionStatus = 'Running'`;
		return { task, stage, count: (await client.workflow.count(query)).count };
	});
	return Promise.all(counted);
}

function waitingStages(task: TaskType): readonly string[] {
	const { waitingStages: stages = [] }: TaskDefinition = catalogue[task];
	return stages;
}

async function failingOf(client: Client, task: TaskType): Promise<{ task: TaskType; count: number }> {
	const query = `AkTask = '${task}' AND ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL`;
	try {
		return { task, count: (await client.workflow.count(query)).count };
	} catch {
		// A server that knows no such attribute. Whether it answers at all shows elsewhere.
		return { task, count: 0 };
	}
}

async function syncsOf({ tasks }: OverviewSources): Promise<Overview['syncs']> {
	const found = new Map<string, Overview['syncs'][number]>();
	let pageToken: string | undefined;
	for (let read = 0; read < MOST_SYNCS; read += PAGE) {
		const query = { type: 'lead-sync', status: 'running', fresh: true, limit: PAGE } as const;
		const page = await tasks.list({ ...query, ...(pageToken === undefined ? {} : { pageToken }) });
		for (const task of page.items) {
			const { connection, progress } = task;
			const destination = progress?.destination ?? '';
			const key = JSON.stringify([connection, destination]);
			const before = found.get(key) ?? { connection, destination, lagSeconds: 0, overdueSeconds: 0, refused: 0 };
			const lagSeconds = Math.max(before.lagSeconds, syncLagSeconds(task, Date.now()) ?? 0);
			const overdueSeconds = Math.max(before.overdueSeconds, syncOverdueSeconds(task, Date.now()) ?? 0);
			found.set(key, { ...before, lagSeconds, overdueSeconds, refused: before.refused + (progress?.itemsFailed ?? 0) });
		}
		if (page.nextPageToken === null) break;
		pageToken = page.nextPageToken;
	}
	return [...found.values()];
}

async function missedTimes({ schedules }: OverviewSources): Promise<Overview['missedTimes']> {
	const counts = new Map<TaskType, number>();
	for (const { id, type } of await schedules.list()) {
		const { missed } = (await schedules.get(id)).counts;
		counts.set(type, (counts.get(type) ?? 0) + missed);
	}
	return [...counts].map(([task, count]) => ({ task, count }));
}
