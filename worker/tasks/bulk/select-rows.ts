import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import { parseSelector, type Selector } from '../../../workflows/task/selector';
import type { ScheduleService, ScheduleSummaryView } from '../schedules';
import { noConnectionMatches } from '../task-problems';
import type { Named, TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import { goneSchedule, goneTask, refusalOfSchedule, refusalOfTask, retriedWithParent } from './refusals';
import type { SelectedRow } from './row';
import { type Limits, matchingTasks, namedTasks } from './select-tasks';

/** The connections of the configuration, by the labels that a selector names. */
export interface LabelledConnections {
	/** Their names. */
	matching(selector: Selector): readonly string[];
}

export interface SelectWith {
	tasks: Pick<TaskService, 'get' | 'list'>;
	schedules: Pick<ScheduleService, 'list'>;
	connections: LabelledConnections;
}

export interface Select {
	chosen: BulkSelection;
	/** The connections that the caller may see; null: all. */
	allowed: readonly string[] | null;
	/** Rows after which it stops. */
	most: number;
	/** What the text of the search names, as in the list of tasks. Default: nothing. */
	named?: Named | undefined;
}

export interface Selected {
	rows: SelectedRow[];
	/** False: there are more. */
	isWhole: boolean;
}

/** The rows that match now, each with why the action would not be done with it. */
export async function selectRows(services: SelectWith, { chosen, allowed, most, named }: Select): Promise<Selected> {
	const only = connectionsOf(services.connections, chosen, allowed);
	if (only?.length === 0 && chosen.ids === undefined) return { rows: [], isWhole: true };
	const rows =
		chosen.target === 'schedules'
			? await schedules(services, chosen, only)
			: await tasks(services, chosen, { only, most, named });
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

async function tasks(services: SelectWith, chosen: BulkSelection, limits: Limits): Promise<SelectedRow[]> {
	const found =
		chosen.ids === undefined
			? await matchingTasks(services.tasks, chosen, limits)
			: await namedTasks(services.tasks, chosen, limits.only);
	const { action } = chosen;
	const refusals = new Map(
		found.map(({ id, task }) => [id, task === null ? goneTask(id) : refusalOfTask(action, task)]),
	);
	const retried = new Set([...refusals].flatMap(([id, refusal]) => (refusal === null ? [id] : [])));
	return found.map(({ id, task }) => {
		const refusal = refusals.get(id) ?? null;
		if (task === null) return { row: { id, type: null, connection: '', agentId: null }, task, schedule: null, refusal };
		const { type, connection, agentId } = task;
		const startedBy = action === 'retry' ? startedByAnother(task, retried) : null;
		return {
			row: { id, type, connection, agentId, ...(startedBy === null ? {} : { startedBy }) },
			task,
			schedule: null,
			refusal: refusal ?? (startedBy === null ? null : retriedWithParent(startedBy)),
		};
	});
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
		.filter((each) => search === undefined || each.id.startsWith(search))
		.filter(({ paused }) => paused !== (action === 'pause'))
		.map(rowOf);
}
