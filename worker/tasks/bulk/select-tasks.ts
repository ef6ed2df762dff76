import { setTimeout as pause } from 'node:timers/promises';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import { SYNCS } from '../../../workflows/for-each-connection/kinds';
import { isProblem, Problem } from '../../problems/problem';
import { SYNC_TYPES } from '../definitions';
import type { ListTasks, Named, TaskService } from '../task-service';
import { type TaskView } from '../task-view';
import { UNSEARCHABLE } from '../visibility-text';

/** Tasks of a page, and ids and connections of a query. */
const AT_ONCE = 100;
const READS_AT_ONCE = 16;
/** Walks over the list until one finds nothing new. */
const MOST_WALKS = 4;
/** Temporal lists a change within some hundred milliseconds. */
const BETWEEN_WALKS_MS = 500;

export interface FoundTask {
	id: string;
	/** Null: there is none, or the caller may not see it. */
	task: TaskView | null;
}

type Tasks = Pick<TaskService, 'get' | 'list'>;

/** Which tasks, beside the filter. */
export interface Limits {
	/** Of these connections; null: of all. */
	only: readonly string[] | null;
	/** Tasks after which it stops. One more shows that there are more. */
	most: number;
	/** What the text of the search names. Default: nothing. */
	named?: Named | undefined;
}

/**
 * The tasks that match. Temporal's list lags behind, and pages shift while tasks end, so it is walked until a walk finds
 * nothing new.
 */
export async function matchingTasks(tasks: Tasks, chosen: BulkSelection, limits: Limits): Promise<FoundTask[]> {
	const found = new Map<string, FoundTask>();
	const looked = new Map<string, boolean>();
	for (let walk = 1; walk <= MOST_WALKS; walk += 1) {
		const before = found.size;
		for (const connections of groupsOf(limits.only))
			await walkOnce(tasks, queryOf(chosen, connections, limits.named), { chosen, most: limits.most, found, looked });
		if (found.size > limits.most || (walk > 1 && found.size === before)) break;
		await pause(BETWEEN_WALKS_MS);
	}
	return [...found.values()];
}

function groupsOf(only: readonly string[] | null): ReadonlyArray<readonly string[] | null> {
	if (only === null) return [null];
	return Array.from({ length: Math.ceil(only.length / AT_ONCE) }, (_, nth) =>
		only.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
	);
}

interface Walk {
	chosen: BulkSelection;
	most: number;
	found: Map<string, FoundTask>;
	/** Whether a task that was read has the wanted reason, by its id and its end, which does not change. */
	looked: Map<string, boolean>;
}

async function walkOnce(tasks: Tasks, query: ListTasks, { chosen, most, found, looked }: Walk): Promise<void> {
	let pageToken: string | null = null;
	do {
		const { items, nextPageToken } = await tasks.list({ ...query, ...(pageToken === null ? {} : { pageToken }) });
		const meant = items.filter((task) => !isSpared(chosen, task));
		const fits = await Promise.all(meant.map((task) => hasReason(tasks, chosen, task, looked)));
		for (const [nth, task] of meant.entries()) if (fits[nth] === true) found.set(task.id, { id: task.id, task });
		pageToken = nextPageToken;
	} while (pageToken !== null && found.size <= most);
}

/** Its query of Temporal's list. */
function queryOf(chosen: BulkSelection, within: readonly string[] | null, named: Named | undefined): ListTasks {
	const { action, agentId, error, search, startedFrom, startedBefore, endedFrom, endedBefore } = chosen;
	for (const field of ['agentId', 'search'] as const)
		if (chosen[field] !== undefined && UNSEARCHABLE.test(chosen[field])) throw unsearchable(field);
	return {
		types: typesOf(chosen),
		...statusOf(chosen),
		...(within === null ? {} : { within }),
		...(agentId === undefined ? {} : { agentId }),
		...(search === undefined ? {} : { search }),
		...(named === undefined ? {} : { named }),
		...(action === 'retry-failed-items' ? { needsAttention: true } : {}),
		startedFrom: inUtc(startedFrom),
		startedBefore: inUtc(startedBefore),
		endedFrom: inUtc(endedFrom),
		endedBefore: inUtc(endedBefore),
		reasons: error !== undefined,
		limit: AT_ONCE,
	};
}

/** A cancellation of everything stops no sync, unless its type is named. */
function typesOf({ action, target, type }: BulkSelection): TaskType[] {
	const all = TASK_TYPES.filter((each) => each !== 'bulk-action');
	const isWanted = (each: TaskType) => type === undefined || each === type;
	if (target === 'syncs') return all.filter((each) => SYNC_TYPES.includes(each) && isWanted(each));
	const mayBeSync = action !== 'cancel' || type !== undefined;
	return all.filter((each) => isWanted(each) && (mayBeSync || !SYNC_TYPES.includes(each)));
}

function statusOf({ action, status }: BulkSelection): Pick<ListTasks, 'status' | 'statuses' | 'ended'> {
	if (status !== undefined) return { status };
	switch (action) {
		case 'retry':
			return { statuses: ['failed', 'timed_out'] };
		case 'retry-failed-items':
		case 'resend':
			return { ended: true };
		default:
			return { status: 'running' };
	}
}

/** Temporal compares times as text. */
function inUtc(time: string | undefined): string | undefined {
	return time === undefined ? undefined : new Date(time).toISOString();
}

/** With a task that has a sync for each connection, all of these would stop. */
function isSpared({ action, type }: BulkSelection, task: TaskView): boolean {
	return action === 'cancel' && type === undefined && task.type === 'for-each-connection' && task.stage === SYNCS;
}

/** Whether the reason of a task is the wanted one. A list has no errors, so the type is read only if its words differ. */
async function hasReason(
	tasks: Tasks,
	{ error }: BulkSelection,
	task: TaskView,
	looked: Map<string, boolean>,
): Promise<boolean> {
	if (error === undefined) return true;
	const wanted = error.toLowerCase();
	if (task.reason?.toLowerCase().includes(wanted) === true) return true;
	if (task.status === 'running' || task.status === 'completed' || /\s/.test(error)) return false;
	const key = `${task.id} ${task.closedAt ?? ''}`;
	const known = looked.get(key) ?? (await unlessGone(() => tasks.get(task.id)))?.error?.type === error;
	looked.set(key, known);
	return known;
}

/** The tasks with these ids, in this order. The list is asked first, and what it does not have yet one by one. */
export async function namedTasks(
	tasks: Tasks,
	{ ids = [], target }: BulkSelection,
	only: readonly string[] | null,
): Promise<FoundTask[]> {
	const found = new Map<string, TaskView>();
	const wanted = [...new Set(ids)];
	const listable = wanted.filter((id) => !UNSEARCHABLE.test(id));
	for (let from = 0; from < listable.length; from += AT_ONCE) {
		const id = listable.slice(from, from + AT_ONCE);
		for (const task of (await tasks.list({ id, limit: AT_ONCE })).items) found.set(task.id, task);
	}
	const unlisted = listable.filter((id) => !found.has(id));
	for (let from = 0; from < unlisted.length; from += READS_AT_ONCE) {
		const some = unlisted.slice(from, from + READS_AT_ONCE);
		for (const task of await Promise.all(some.map((id) => unlessGone(() => tasks.get(id)))))
			if (task !== null) found.set(task.id, task);
	}
	const isSeen = ({ type, connection }: TaskView) =>
		only?.includes(connection) !== false && (target !== 'syncs' || SYNC_TYPES.includes(type));
	return wanted.map((id) => {
		const task = found.get(id);
		return { id, task: task !== undefined && isSeen(task) ? task : null };
	});
}

async function unlessGone(read: () => Promise<TaskView>): Promise<TaskView | null> {
	try {
		return await read();
	} catch (error) {
		if (isProblem(error, 'task_not_found')) return null;
		throw error;
	}
}

function unsearchable(path: string): Problem {
	const message = 'has a quotation mark, a backslash or a control character; no id has one';
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was done. ${path} ${message}.`,
		issues: [{ path, message }],
	});
}
