import type { Client } from '@temporalio/client';
import { TASK_TYPES, type TaskType } from '../../workflows/contracts';
import { API_QUEUE, apiQueue, ASSEMBLIES_QUEUE, DELIVERIES_QUEUE, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { isQueuePolled } from '../pacing';
import { syncLagSeconds, syncOverdueSeconds, type TaskService, type TaskView } from '../tasks';
import { definitions, reviewIn, SYNC_TYPES, waitingStagesOf } from '../tasks/definitions';
import type { ScheduleService } from '../tasks/schedules';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { RESPONSE_LIMITS, type ResponseLimits } from '../temporal/response-limits';

/** Figures about all tasks. */
export interface Overview {
	/** Running tasks by stage; 0 if there are none. */
	stages: Array<{ task: TaskType; stage: string; count: number; waitsForPerson: boolean }>;
	/** 0 if none waits. */
	oldestReviewSeconds: number;
	/** Running tasks whose workflow task fails, if the server reports it. */
	failing: Array<{ task: TaskType; count: number }>;
	/** Per type of sync, connection and destination: the largest lag, and all refused leads, or missing transcripts. */
	syncs: Array<{
		task: TaskType;
		connection: string;
		destination: string;
		lagSeconds: number;
		overdueSeconds: number;
		refused: number;
	}>;
	queues: Array<{ queue: string; polled: boolean }>;
	missedTimes: Array<{ task: TaskType; count: number }>;
}

/** The parts that could be read, and for each other part the reason. */
export interface ReadOverview {
	parts: Partial<Overview>;
	failures: Partial<Record<keyof Overview, unknown>>;
}

export interface OverviewSources {
	client: Client;
	tasks: TaskService;
	schedules: ScheduleService;
	/** Names of the connections. */
	connections: readonly string[];
}

/** Number of syncs of a type that are read one by one. */
const MOST_SYNCS = 500;
const PAGE = 100;
const OWN_QUEUES = [INTERNAL_QUEUE, DELIVERIES_QUEUE, ASSEMBLIES_QUEUE];
/** Tasks that wait for the approval of something. */
const REVIEWS = `(${TASK_TYPES.flatMap((type) => {
	const review = reviewIn(type);
	return review === undefined ? [] : [`(AkTask = '${type}' AND AkStage = '${review.stages.approval}')`];
}).join(' OR ')}) AND ExecutionStatus = 'Running'`;

/** A task that no key decrypts, or a schedule that was just deleted, hides no other figure. */
export async function readOverview(
	sources: OverviewSources,
	{ overview }: Pick<ResponseLimits, 'overview'> = RESPONSE_LIMITS,
): Promise<ReadOverview> {
	const { client, connections } = sources;
	const read: ReadOverview = { parts: {}, failures: {} };
	const keep = async <Part extends keyof Overview>(part: Part, reading: Promise<Overview[Part]>) => {
		try {
			read.parts[part] = await reading;
		} catch (error) {
			read.failures[part] = error;
		}
	};
	await client.withDeadline(Date.now() + overview, () =>
		Promise.all([
			keep(
				'stages',
				ofEach(TASK_TYPES, (task) => stagesOf(client, task)).then((all) => all.flat()),
			),
			keep('oldestReviewSeconds', oldestOpen(client, REVIEWS, Date.now())),
			keep('failing', failingTasks(client)),
			keep('syncs', syncsOf(sources)),
			keep('queues', queuesOf(client, connections)),
			keep('missedTimes', missedTimes(sources)),
		]),
	);
	return read;
}

async function ofEach<Item, Result>(items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
	return Promise.all(items.map(read));
}

/** A queue for each connection counts only if workers do not poll the one of all connections. */
async function queuesOf(client: Client, connections: readonly string[]): Promise<Overview['queues']> {
	const calls = await polledOf(client, API_QUEUE);
	const queues = calls.polled ? OWN_QUEUES : [...OWN_QUEUES, ...connections.map(apiQueue)];
	return [...(await ofEach(queues, (queue) => polledOf(client, queue))), ...(calls.polled ? [calls] : [])];
}

/**
 * The stages of a running task, counted one after the other, and not at all if no such task runs: a cluster answers 10
 * counts and lists a second by default.
 */
async function stagesOf(client: Client, task: TaskType): Promise<Overview['stages']> {
	const { stages } = definitions[task];
	const waitingStages = waitingStagesOf(task);
	const running = `AkTask = '${task}' AND ExecutionStatus = 'Running'`;
	const isAnyRunning = (await client.workflow.count(running)).count > 0;
	const found: Overview['stages'] = [];
	for (const stage of stages) {
		const count = isAnyRunning ? (await client.workflow.count(`${running} AND AkStage = '${stage}'`)).count : 0;
		found.push({ task, stage, count, waitsForPerson: waitingStages.includes(stage) });
	}
	return found;
}

async function failingTasks(client: Client): Promise<Overview['failing']> {
	const failing = "ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL";
	const none = TASK_TYPES.map((task) => ({ task, count: 0 }));
	try {
		if ((await client.workflow.count(failing)).count === 0) return none;
		const count = async (task: TaskType) => (await client.workflow.count(`AkTask = '${task}' AND ${failing}`)).count;
		return await ofEach(TASK_TYPES, async (task) => ({ task, count: await count(task) }));
	} catch {
		// The server does not have this attribute. Another metric shows whether it responds at all.
		return none;
	}
}

async function syncsOf({ tasks }: OverviewSources): Promise<Overview['syncs']> {
	const found = new Map<string, Overview['syncs'][number]>();
	for (const sync of (await ofEach(SYNC_TYPES, (type) => runningOf(tasks, type))).flat()) {
		const { type: task, connection, progress } = sync;
		const destination = progress?.destination ?? '';
		const key = JSON.stringify([task, connection, destination]);
		const before = found.get(key) ?? { task, connection, destination, lagSeconds: 0, overdueSeconds: 0, refused: 0 };
		const lagSeconds = Math.max(before.lagSeconds, syncLagSeconds(sync, Date.now()) ?? 0);
		const overdueSeconds = Math.max(before.overdueSeconds, syncOverdueSeconds(sync, Date.now()) ?? 0);
		found.set(key, { ...before, lagSeconds, overdueSeconds, refused: before.refused + (progress?.itemsFailed ?? 0) });
	}
	return [...found.values()];
}

/** The newest running tasks of a type. */
async function runningOf(tasks: TaskService, type: TaskType): Promise<TaskView[]> {
	const found: TaskView[] = [];
	let pageToken: string | undefined;
	while (found.length < MOST_SYNCS) {
		const query = { type, status: 'running', fresh: true, limit: PAGE } as const;
		const page = await tasks.list({ ...query, ...(pageToken === undefined ? {} : { pageToken }) });
		found.push(...page.items);
		if (page.nextPageToken === null) break;
		pageToken = page.nextPageToken;
	}
	return found;
}

async function polledOf(client: Client, queue: string): Promise<Overview['queues'][number]> {
	return { queue, polled: await isQueuePolled(client, queue) };
}

async function missedTimes({ client, schedules }: OverviewSources): Promise<Overview['missedTimes']> {
	const listed = await schedules.list();
	const counted = await ofEach(listed, async ({ id, type }) => ({ type, missed: await missedOf(client, id) }));
	const counts = new Map<TaskType, number>();
	for (const { type, missed } of counted) counts.set(type, (counts.get(type) ?? 0) + missed);
	return [...counts].map(([task, count]) => ({ task, count }));
}

/** This decodes nothing, because the schedule's input may need a missing key. */
async function missedOf({ workflowService, options: { namespace } }: Client, scheduleId: string): Promise<number> {
	try {
		const { info } = await workflowService.describeSchedule({ namespace, scheduleId });
		return Number(info?.missedCatchupWindow ?? 0);
	} catch (error) {
		// It was deleted after it was listed. No other failure may look like a smaller count.
		if (grpcCodeOf(error) === GRPC.notFound) return 0;
		throw error;
	}
}

/** Maximum age of a task in milliseconds, because histories are not kept longer. */
const LONGEST_MS = 365 * 24 * 3_600_000;
/** Precision of the result. */
const EXACT_MS = 15 * 60_000;

/**
 * Seconds since the oldest workflow of a query started; 0 if there is none. Uses a binary search with counts, because a
 * list begins with the newest and may have thousands.
 * @param now milliseconds since 1970
 */
export async function oldestOpen(client: Client, query: string, now: number): Promise<number> {
	const startedBefore = async (ageMs: number) => {
		const moment = new Date(now - ageMs).toISOString();
		return (await client.workflow.count(`${query} AND StartTime < '${moment}'`)).count > 0;
	};
	if ((await client.workflow.count(query)).count === 0) return 0;
	let [younger, older] = [0, LONGEST_MS];
	while (older - younger > EXACT_MS) {
		const middle = (younger + older) / 2;
		if (await startedBefore(middle)) younger = middle;
		else older = middle;
	}
	return Math.max(1, Math.round(younger / 1000));
}
