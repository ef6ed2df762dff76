import { createHash } from 'node:crypto';
import type { TaskListItem, TaskStarted, TaskWithLinks } from '../../gateway/schemas';
import { type CommandListQuery, type GatewayClient, isUnavailable } from '../gateway-client';
import type { Terminal } from '../terminal';

/** In a page. */
const MOST = 100;

type Ended = Pick<TaskListItem, 'id' | 'status' | 'closedAt'>;

export interface FailedTasks {
	tasks: TaskWithLinks[];
	/** Failed, but of types that are not started again. */
	refused: TaskWithLinks[];
}

/**
 * The failed tasks of a filter. An agent that failed within a task that is retried itself is not one of them: it would be
 * retried twice.
 */
export async function failedTasks(client: GatewayClient, filter: CommandListQuery): Promise<FailedTasks> {
	const { items: types } = await client.taskTypes();
	const can = (task: TaskWithLinks, action: string) =>
		types.some(({ type, endedActions }) => type === task.type && endedActions.includes(action));
	const failed = (await asTheyAreNow(client, await every(client, filter))).filter(isFailed);
	const tasks = failed.filter((task) => can(task, actionOn(task)));
	const within = new Set<string>();
	for (const task of tasks)
		if (can(task, 'retry-failed')) for (const { id } of await every(client, { parent: task.id })) within.add(id);
	return {
		tasks: tasks.filter(({ id }) => !within.has(id)),
		refused: failed.filter((task) => !tasks.includes(task)),
	};
}

async function every(client: GatewayClient, filter: CommandListQuery): Promise<TaskListItem[]> {
	const all: TaskListItem[] = [];
	for (let pageToken: string | undefined; ;) {
		const page = await client.list({ ...filter, needsAttention: 'true', limit: MOST, pageToken });
		all.push(...page.items);
		if (page.nextPageToken === null) return all;
		pageToken = page.nextPageToken;
	}
}

/** The list is a moment late, so a task may have been retried since. */
async function asTheyAreNow(client: GatewayClient, listed: readonly Ended[]): Promise<TaskWithLinks[]> {
	const tasks: TaskWithLinks[] = [];
	for (const id of new Set(listed.map((task) => task.id))) tasks.push(await client.read(id));
	return tasks;
}

/** Others that somebody has to look at did what they could, such as a mail that was rejected. */
function isFailed({ status, ended }: TaskWithLinks): boolean {
	return (
		status === 'failed' || status === 'timed_out' || ended?.outcome === 'partly_failed' || ended?.outcome === 'failed'
	);
}

function actionOn({ status }: Pick<Ended, 'status'>) {
	return status === 'completed' ? 'retry-failed' : 'retry';
}

/**
 * Starts a failed task again: all of it, or if it completed, its failed items in a new task. The default key is of this
 * end of the task, so a repeat of the command starts nothing twice.
 */
export async function startFailed(
	client: GatewayClient,
	task: Ended,
	{ key = keyOf(task) }: { key?: string | undefined },
	terminal: Terminal,
): Promise<TaskStarted> {
	try {
		return await (actionOn(task) === 'retry' ? client.retry(task.id, key) : client.retryFailed(task.id, key));
	} catch (error) {
		if (isUnavailable(error))
			terminal.note(`Whether ${task.id} was started is unknown. Repeat the command: it starts nothing twice.`);
		throw error;
	}
}

function keyOf({ id, closedAt }: Ended): string {
	return `retry-failed-${createHash('sha256').update(`${id} ${closedAt}`).digest('hex')}`;
}
