import { createHash } from 'node:crypto';
import { SEPARATOR } from '../../../workflows/task/ids';
import { endingNamed } from '../../../workflows/task/outcomes';
import type { TaskListItem, TaskStarted, TaskWithLinks } from '../../gateway/schemas';
import type { CommandListQuery, GatewayClient } from '../gateway-client';
import { isOutcomeUnknown, keyedWrite } from '../keyed-write';
import type { Terminal } from '../terminal';
import { everyTask } from './every-task';
import { withoutOlder } from './newest-tasks';

export interface FailedTasks {
	tasks: TaskListItem[];
	/** Failed, but of types that are not started again. */
	refused: TaskListItem[];
	/** A person has to check what they did before a retry. */
	unclear: TaskListItem[];
	/** For the same work, a newer task has started since. */
	older: TaskListItem[];
}

/**
 * The failed tasks of a filter. An agent that failed within a task is not one of them if that task can retry it: it would
 * be retried twice.
 */
export async function failedTasks(client: GatewayClient, filter: CommandListQuery): Promise<FailedTasks> {
	const { items: types } = await client.taskTypes();
	const can = (task: TaskListItem, action: string) =>
		types.some(({ type, endedActions }) => type === task.type && endedActions.includes(action));
	const failed: TaskListItem[] = [];
	const seen = new Set<string>();
	for await (const task of everyTask(client, { ...filter, needsAttention: 'true' })) {
		if (isFailed(task) && !seen.has(task.id)) failed.push(task);
		seen.add(task.id);
	}
	const startable = failed.filter((task) => can(task, actionOn(task)) && !task.leftToNextRun);
	const parents = startable.filter((task) => can(task, 'retry-failed')).map(({ id }) => id + SEPARATOR);
	const apart = startable.filter(({ id }) => !parents.some((parent) => id.startsWith(parent)));
	const { newest, older } = await withoutOlder(
		client,
		apart.filter((task) => !isUnclear(task)),
	);
	return {
		tasks: newest,
		refused: failed.filter((task) => !startable.includes(task)),
		unclear: apart.filter(isUnclear),
		older,
	};
}

/** Others that somebody has to look at did what they could, such as a mail that expired. */
function isFailed({ status, ended }: TaskListItem): boolean {
	return (
		status === 'failed' || status === 'timed_out' || ended?.outcome === 'partly_failed' || ended?.outcome === 'failed'
	);
}

function isUnclear({ type, ended }: TaskListItem): boolean {
	return ended !== null && ended.word === endingNamed(type, 'needs_person')?.word;
}

type Ended = Pick<TaskWithLinks, 'id' | 'status' | 'startedAt' | 'closedAt'>;

function actionOn({ status }: Pick<Ended, 'status'>) {
	return status === 'completed' ? 'retry-failed' : 'retry';
}

export interface Retried {
	started: TaskStarted;
	/** The task that an earlier command had started under the same key, if it has ended. */
	earlier: TaskWithLinks | null;
}

/**
 * Starts a failed task again: all of it, or if it completed, its failed items in a new task. The default key is of this
 * end of the task, so a repeat of the command starts nothing twice.
 * @param task as it is now
 */
export async function startFailed(
	client: GatewayClient,
	task: Ended,
	key: string | undefined,
	terminal: Terminal,
): Promise<Retried> {
	const send = (sent: string) =>
		actionOn(task) === 'retry' ? client.retry(task.id, sent) : client.retryFailed(task.id, sent);
	const started = await (key === undefined
		? sendOnce(task, send, terminal)
		: keyedWrite(terminal, key, (sent) => send(sent)));
	if (started.status === 'running') return { started, earlier: null };
	const ended = await client.read(started.id);
	// A retried task may have ended already. It keeps its id, and has a new start.
	const isNew = ended.id === task.id && ended.startedAt !== task.startedAt;
	return { started, earlier: isNew ? null : ended };
}

async function sendOnce(
	task: Ended,
	send: (key: string) => Promise<TaskStarted>,
	terminal: Terminal,
): Promise<TaskStarted> {
	try {
		return await send(keyOf(task));
	} catch (error) {
		if (isOutcomeUnknown(error))
			terminal.note(`Whether ${task.id} was started is unknown. Repeat the command: it starts nothing twice.`);
		throw error;
	}
}

function keyOf({ id, closedAt }: Ended): string {
	return `retry-failed-${createHash('sha256').update(`${id} ${closedAt}`).digest('hex')}`;
}
