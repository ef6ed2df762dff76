import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import { SYNCS } from '../../../workflows/for-each-connection/kinds';
import type { RowError } from '../../../workflows/task/contract';
import { parseSelector, type Selector } from '../../../workflows/task/selector';
import { SYNC_TYPES } from '../definitions';
import { type ScheduleService, type ScheduleSummaryView, scheduleHas } from '../schedules';
import type { NameSearch } from '../search-names';
import { noConnectionMatches } from '../task-problems';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import { goneSchedule, goneTask, refusalOfSchedule, refusalOfTask, retriedWithParent, SPARED } from './refusals';
import type { SelectedRow } from './row';
import { matchingTasks, namedTasks } from './select-tasks';

/** The rows depend on the names, so a bulk action waits longer for them than a list does. In ms. */
const NAMES_WITHIN_MS = 10_000;

/** The connections of the configuration, by the labels that a selector names. */
export interface LabelledConnections {
	/** Their names. */
	matching(selector: Selector): readonly string[];
}

export interface SelectWith {
	tasks: Pick<TaskService, 'get' | 'list'>;
	schedules: Pick<ScheduleService, 'list'>;
	connections: LabelledConnections;
	/** Finds what the text of a search names, as for the list of tasks. */
	names: Pick<NameSearch, 'find'>;
}

export interface Select {
	chosen: BulkSelection;
	/** The connections that the caller may see; null: all. */
	allowed: readonly string[] | null;
	/** Rows after which it stops. */
	most: number;
	/** Whose share of the keys' limits the reads of names use. Null: the task's own. */
	caller: string | null;
	/** The bulk action itself. Default: it does not run yet. */
	except?: string | undefined;
}

export interface Selected {
	rows: SelectedRow[];
	/** False: there are more. */
	isWhole: boolean;
}

/** The rows that match now, each with why the action would not be done with it. */
export async function selectRows(services: SelectWith, select: Select): Promise<Selected> {
	const { chosen, allowed, most } = select;
	const only = connectionsOf(services.connections, chosen, allowed);
	if (only?.length === 0 && chosen.ids === undefined) return { rows: [], isWhole: true };
	const rows =
		chosen.target === 'schedules' ? await schedules(services, chosen, only) : await tasks(services, select, only);
	return { rows: rows.slice(0, most), isWhole: rows.length <= most };
}

/** The connections that a filter leaves; null: all. */
function connectionsOf(
	connections: LabelledConnections,
	{ connection, selector }: BulkSelection,
	allowed: readonly string[] | null,
): string[] | null {
	const limits = [
		allowed,
		connection === undefined ? null : [connection],
		selector === undefined ? null : labelled(connections, selector),
	].filter((each) => each !== null);
	const [first, ...others] = limits;
	return first === undefined ? null : first.filter((name) => others.every((each) => each.includes(name)));
}

/** @throws Problem if no connection has the labels: a selector with a mistake would else do nothing, and look well */
function labelled(connections: LabelledConnections, selector: string): readonly string[] {
	const names = connections.matching(parseSelector(selector));
	if (names.length === 0) throw noConnectionMatches(selector);
	return names;
}

async function tasks(
	services: SelectWith,
	{ chosen, most, caller, except }: Select,
	only: readonly string[] | null,
): Promise<SelectedRow[]> {
	const { action, ids, search, connection } = chosen;
	const question = { connection, within: only ?? undefined, caller, patienceMs: NAMES_WITHIN_MS };
	const named = search === undefined ? undefined : await services.names.find({ text: search, ...question });
	const found =
		ids === undefined
			? await matchingTasks(services.tasks, chosen, { only, most, named, except })
			: await namedTasks(services.tasks, chosen, only);
	const refusals = new Map(found.map(({ id, task }) => [id, refusalOfFound(chosen, id, task)]));
	const retried = new Set([...refusals].flatMap(([id, refusal]) => (refusal === null ? [id] : [])));
	return found.map(({ id, task }) => {
		const refusal = refusals.get(id) ?? null;
		if (task === null) return { row: { id, type: null, connection: '', agentId: null }, task, schedule: null, refusal };
		const { type, connection, agentId } = task;
		const startedBy = action === 'retry' ? startedByAnother(task, retried) : null;
		return {
			row: {
				id,
				...(refusal === SPARED ? { type: null, spared: type } : { type }),
				connection,
				agentId,
				...(startedBy === null ? {} : { startedBy }),
			},
			task,
			schedule: null,
			refusal: refusal ?? (startedBy === null ? null : retriedWithParent(startedBy)),
		};
	});
}

function refusalOfFound(chosen: BulkSelection, id: string, task: TaskView | null): RowError | null {
	if (task === null) return goneTask(id);
	return isSpared(chosen, task) ? SPARED : refusalOfTask(chosen.action, task);
}

/** A sync that nobody named, and a task that has a sync for each connection, all of which would stop with it. */
function isSpared({ action, target, type: wanted, ids }: BulkSelection, { type, stage }: TaskView): boolean {
	if (action !== 'cancel' || target !== 'tasks' || wanted !== undefined || ids !== undefined) return false;
	return SYNC_TYPES.includes(type) || (type === 'for-each-connection' && stage === SYNCS);
}

/** The id of a task that another one started begins with the id of that one. Null: no retried row starts it. */
function startedByAnother({ id }: TaskView, retried: ReadonlySet<string>): string | null {
	const parts = id.split('~');
	const parents = parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('~'));
	return parents.find((each) => retried.has(each)) ?? null;
}

async function schedules(
	{ schedules: all }: SelectWith,
	chosen: BulkSelection,
	only: readonly string[] | null,
): Promise<SelectedRow[]> {
	const { action, ids, type, search } = chosen;
	const seen = (await all.list()).filter(({ connection }) => only?.includes(connection) !== false);
	const rowOf = (schedule: ScheduleSummaryView): SelectedRow => {
		const { id, connection } = schedule;
		const row = { id, type: schedule.type, connection, agentId: null };
		return { row, task: null, schedule, refusal: refusalOfSchedule(action, schedule) };
	};
	if (ids !== undefined) {
		const known = new Map(seen.map((each) => [each.id, each]));
		return [...new Set(ids)].map((id) => {
			const schedule = known.get(id);
			if (schedule !== undefined) return rowOf(schedule);
			const row = { id, type: null, connection: '', agentId: null };
			return { row, task: null, schedule: null, refusal: goneSchedule(id) };
		});
	}
	return seen
		.filter((each) => type === undefined || each.type === type)
		.filter((each) => search === undefined || scheduleHas(each, search))
		.map(rowOf);
}
