import { setTimeout as pause } from 'node:timers/promises';
import { type BulkSelection, listedFiltersSchema, statedBy } from '../../../workflows/bulk-action/contract';
import { UNSEARCHABLE } from '../../../workflows/task/searchable-text';
import { isProblem } from '../../problems/problem';
import { SYNC_TYPES } from '../definitions';
import type { ListTasks, Named, TaskService } from '../task-service';
import { type TaskView } from '../task-view';
import { AT_ONCE, groupsOfQuery } from '../visibility-text';

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
	/** The bulk action itself, which the list has too. Default: it does not run yet. */
	except?: string | undefined;
}

/**
 * The tasks that match. Temporal's list lags behind, and pages shift while tasks end, so it is walked until a walk finds
 * nothing new.
 */
export async function matchingTasks(tasks: Tasks, chosen: BulkSelection, limits: Limits): Promise<FoundTask[]> {
	const found = new Map<string, FoundTask>();
	const looked = new Map<string, boolean>();
	const walk = { chosen, except: limits.except, most: limits.most, found, looked };
	for (let walks = 1; walks <= MOST_WALKS; walks += 1) {
		const before = found.size;
		for (const connections of limits.only === null ? [undefined] : groupsOfQuery(limits.only))
			await walkOnce(tasks, queryOf(chosen, { within: connections, named: limits.named }), walk);
		if (found.size > limits.most || (walks > 1 && found.size === before)) break;
		await pause(BETWEEN_WALKS_MS);
	}
	return [...found.values()];
}

interface Walk {
	chosen: BulkSelection;
	except: string | undefined;
	most: number;
	found: Map<string, FoundTask>;
	/** Whether a task that was read has the wanted reason, by its id and its end, which does not change. */
	looked: Map<string, boolean>;
}

async function walkOnce(tasks: Tasks, query: ListTasks, { chosen, except, most, found, looked }: Walk): Promise<void> {
	let pageToken: string | null = null;
	do {
		const { items, nextPageToken } = await tasks.list({ ...query, ...(pageToken === null ? {} : { pageToken }) });
		const meant = items.filter(({ id }) => id !== except);
		const fits = await Promise.all(meant.map((task) => hasReason(tasks, chosen, task, looked)));
		for (const [nth, task] of meant.entries()) if (fits[nth] === true) found.set(task.id, { id: task.id, task });
		pageToken = nextPageToken;
	} while (pageToken !== null && found.size <= most);
}

/** Its query of Temporal's list, with every filter that the list has. The connections come from `within`. */
function queryOf(chosen: BulkSelection, { within, named }: Pick<ListTasks, 'within' | 'named'>): ListTasks {
	const { type, connection: _within, ...filters } = listedFiltersSchema.parse(chosen);
	return {
		...filters,
		...(chosen.target === 'syncs' ? { types: type === undefined ? SYNC_TYPES : [type] } : { type }),
		...defaultState(chosen),
		within,
		named,
		reasons: chosen.error !== undefined,
		limit: AT_ONCE,
	};
}

/** Which tasks an action means if no filter says whether they run. */
function defaultState(chosen: BulkSelection): Pick<ListTasks, 'status' | 'statuses' | 'ended' | 'needsAttention'> {
	const { running, ended } = statedBy(chosen);
	if (running.length + ended.length > 0) return {};
	switch (chosen.action) {
		case 'retry':
			return { statuses: ['failed', 'timed_out'] };
		case 'retry-failed-items':
			return chosen.needsAttention === undefined ? { needsAttention: true } : { ended: true };
		case 'resend':
			return { ended: true };
		default:
			return { status: 'running' };
	}
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
	for (const id of groupsOfQuery(listable))
		for (const task of (await tasks.list({ id, limit: AT_ONCE })).items) found.set(task.id, task);
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
