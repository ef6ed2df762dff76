import { type Client, type WorkflowExecutionInfo, WorkflowNotFoundError } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import { dueTimeOfRun, scheduleOfRun } from '../../workflows/task/ids';
import { UNSEARCHABLE } from '../../workflows/task/searchable-text';
import { searchAttributes } from '../../workflows/task/visibility';
import { keyErrorOf } from '../temporal/payload-codec';
import { executionInfoWithoutMemo, listExecutions } from '../temporal/executions';
import { definitions, type TaskDefinition } from './definitions';
import { endOf, outcomeOf, shownEnd } from './task-end';
import { describeTask, type TakenOver, type TaskView } from './task-view';
import { groupsOfQuery, quoted } from './visibility-text';

/** Completed runs that are read to find a later one for the same work. Beyond them, a person looks. */
const MOST_LATER = 1_000;
/** Ended tasks of whose results something is kept: an end does not change. */
const KEPT = 500;
/** A task of tasks of tasks: for-each-connection, nightly-retrain, retrain-and-wait. */
const DEEPEST = 3;

type Found = Map<string, TakenOver>;

/**
 * Finds which ended tasks need no look any more, because another task has taken over what they left undone: a retry of
 * its failed items, a later task for the same work, or those tasks that it had started itself.
 */
export class TakeOvers {
	readonly #left = new LRUCache<string, readonly string[]>({ max: KEPT });

	readonly #covering = new LRUCache<string, boolean>({ max: KEPT });

	constructor(private readonly client: Client) {}

	/** The tasks, each with what has taken it over. Costs nothing unless one of them needs a look. */
	async noteIn(tasks: readonly TaskView[]): Promise<TaskView[]> {
		const found = await this.#of(tasks, 1);
		return tasks.map((task) => {
			const takenOver = found.get(task.id);
			return takenOver === undefined ? task : { ...task, takenOver };
		});
	}

	async #of(tasks: readonly TaskView[], depth: number): Promise<Found> {
		const bad = tasks.filter((task) => shownEnd(task)?.needsAttention === true && !UNSEARCHABLE.test(task.id));
		if (bad.length === 0) return new Map();
		const [retries, later] = await Promise.all([this.#retriesOf(bad), this.#laterOf(bad)]);
		const found: Found = new Map([...later, ...retries]);
		if (depth < DEEPEST)
			await Promise.all(bad.filter(({ id }) => !found.has(id)).map((task) => this.#lookAtTasksOf(task, found, depth)));
		return found;
	}

	/**
	 * By the newest task that was started for its failed items, unless a person wanted the end of that one. A task that was
	 * itself started again since has failed with something else.
	 */
	async #retriesOf(bad: readonly TaskView[]): Promise<Found> {
		const found = new Map<string, TaskView>();
		const startOf = new Map(bad.map(({ id, startedAt }) => [id, startedAt]));
		for (const ids of groupsOfQuery(bad.map(({ id }) => quoted(id)))) {
			const query = `${searchAttributes.retryOf.name} IN (${ids.join(', ')})`;
			for (const { view, info } of await this.#newestOf(query)) {
				const of = info.typedSearchAttributes.get(searchAttributes.retryOf);
				if (of === undefined || stateOf(view) === null || view.startedAt < (startOf.get(of) ?? '')) continue;
				if ((found.get(of)?.startedAt ?? '') < view.startedAt) found.set(of, view);
			}
		}
		return new Map([...found].map(([id, view]) => [id, takenBy('retry', view)]));
	}

	/** By a task that did the same work after it. */
	async #laterOf(bad: readonly TaskView[]): Promise<Found> {
		const groups = new Map<string, TaskView[]>();
		for (const task of bad) {
			const query = sameWork(task);
			if (query !== null) groups.set(query, [...(groups.get(query) ?? []), task]);
		}
		const found: Found = new Map();
		await Promise.all(
			[...groups].map(async ([query, group]) => {
				const from = group.map(({ startedAt }) => startedAt).toSorted()[0] ?? '';
				const ended = `${query} AND ExecutionStatus = 'Completed' AND StartTime > '${from}'`;
				let left: readonly TaskView[] = group;
				let seen = 0;
				for await (const { view } of this.#listed(ended)) {
					if (stateOf(view) === 'done') {
						const areDone = await Promise.all(left.map((task) => this.#didWorkOf(task, view)));
						for (const [nth, task] of left.entries())
							if (areDone[nth] === true) found.set(task.id, takenBy('later_run', view));
						left = left.filter((_task, nth) => areDone[nth] !== true);
					}
					seen += 1;
					if (left.length === 0 || seen === MOST_LATER) break;
				}
			}),
		);
		return found;
	}

	/** Whether a good run did the work of a task before it. */
	async #didWorkOf(task: TaskView, view: TaskView): Promise<boolean> {
		if (view.startedAt <= task.startedAt || !isOfSameWork(task, view)) return false;
		return isSameTime(task, view) || (await this.#coversEarlier(view));
	}

	/** Whether its part began where the last good run ended, and so has that of each failed run between. */
	async #coversEarlier(view: TaskView): Promise<boolean> {
		const { coversEarlier }: TaskDefinition = definitions[view.type];
		if (coversEarlier === undefined) return false;
		return (await this.#fromResult(view, this.#covering, (result) => coversEarlier(result) === true)) ?? false;
	}

	/** By the tasks that it started and that did not succeed, if each of them has by now. */
	async #lookAtTasksOf(task: TaskView, found: Found, depth: number): Promise<void> {
		const ids = await this.#leftBy(task);
		if (ids.length === 0 || ids.some((id) => UNSEARCHABLE.test(id))) return;
		const now: TaskView[] = [];
		for (const some of groupsOfQuery(ids.map(quoted)))
			now.push(...(await this.#newestOf(`WorkflowId IN (${some.join(', ')})`)).map(({ view }) => view));
		if (now.length < ids.length) return;
		const taken = await this.#of(now, depth + 1);
		const states = now.map((each) => (stateOf(each) === 'failed' ? taken.get(each.id)?.state : stateOf(each)));
		if (states.some((state) => state !== 'done' && state !== 'running')) return;
		const state = states.includes('running') ? 'running' : 'done';
		found.set(task.id, { by: 'its_tasks', taskId: null, state });
	}

	/** The tasks that it started and that did not succeed; none if something else is left, or if nobody can tell. */
	async #leftBy(task: TaskView): Promise<readonly string[]> {
		const { leftTasks }: TaskDefinition = definitions[task.type];
		if (leftTasks === undefined) return [];
		return (await this.#fromResult(task, this.#left, (result) => leftTasks(result) ?? [])) ?? [];
	}

	/** What a result says, from memory if it was read before. Null, and not kept: nobody can read the result now. */
	async #fromResult<Said extends boolean | readonly string[]>(
		task: TaskView,
		kept: LRUCache<string, Said>,
		read: (result: object) => Said,
	): Promise<Said | null> {
		const key = `${task.id} ${task.closedAt ?? ''}`;
		const known = kept.get(key);
		if (known !== undefined) return known;
		const result = task.result ?? (await this.#resultOf(task));
		if (result === null) return null;
		const said = read(result);
		kept.set(key, said);
		return said;
	}

	/** Null if it was started again since, or if no key decrypts it. */
	async #resultOf(task: TaskView): Promise<object | null> {
		try {
			const { status, runId } = await this.client.workflow.getHandle(task.id).describe();
			if (status.name === 'RUNNING') return null;
			return (await outcomeOf(this.client.workflow.getHandle(task.id, runId), task)).result;
		} catch (error) {
			if (error instanceof WorkflowNotFoundError || keyErrorOf(error) !== null) return null;
			throw error;
		}
	}

	/** The newest run of each task of a query, the newest task first. */
	async #newestOf(query: string): Promise<Array<{ view: TaskView; info: WorkflowExecutionInfo }>> {
		const newest = new Map<string, { view: TaskView; info: WorkflowExecutionInfo }>();
		for await (const { view, info } of this.#listed(query))
			if ((newest.get(view.id)?.view.startedAt ?? '') < view.startedAt) newest.set(view.id, { view, info });
		return [...newest.values()].toSorted((one, other) => other.view.startedAt.localeCompare(one.view.startedAt));
	}

	/** Runs of tasks, those that ended last first. Their memos are not read, which may have no key. */
	async *#listed(query: string): AsyncGenerator<{ view: TaskView; info: WorkflowExecutionInfo }> {
		const tasks = `AkTask IS NOT NULL AND ExecutionStatus != 'ContinuedAsNew' AND ${query}`;
		for await (const raw of listExecutions(this.client, tasks)) {
			const info = await executionInfoWithoutMemo(this.client, raw);
			const view = describeTask(info);
			if (view !== null) yield { view, info };
		}
	}
}

export function takenBy(by: TakenOver['by'], view: TaskView): TakenOver {
	return { by, taskId: view.id, state: stateOf(view) ?? 'failed' };
}

/** Null: a person wanted it to end without its work, such as a cancellation. */
function stateOf(view: TaskView): TakenOver['state'] | null {
	if (view.status === 'running') return 'running';
	if (endOf(view)?.succeeded === true) return 'done';
	return shownEnd(view)?.needsAttention === true ? 'failed' : null;
}

/** The query of the tasks that do the same work; null: no other task does. */
function sameWork({ id, type, connection, agentId }: TaskView): string | null {
	const { sameWorkAs }: TaskDefinition = definitions[type];
	if (sameWorkAs === 'agent')
		return agentId === null || UNSEARCHABLE.test(agentId)
			? null
			: `AkTask = '${type}' AND AkConnection = ${quoted(connection)} AND AkAgent = ${quoted(agentId)}`;
	const schedule = sameWorkAs === undefined ? null : scheduleOfRun(id);
	// A run that was retried by itself is found by its id alone.
	return schedule === null ? null : `WorkflowId STARTS_WITH ${quoted(`${schedule}-`)}`;
}

/** Of what the query finds. */
function isOfSameWork(task: TaskView, later: TaskView): boolean {
	const { sameWorkAs }: TaskDefinition = definitions[task.type];
	return sameWorkAs === 'agent' || scheduleOfRun(task.id) === scheduleOfRun(later.id);
}

/** A run that is about a day, such as yesterday, is done again only by one that was due on the same one. */
function isSameTime(task: TaskView, later: TaskView): boolean {
	const { sameWorkAs }: TaskDefinition = definitions[task.type];
	return sameWorkAs !== 'schedule-of-day' || dueDayOf(task.id) === dueDayOf(later.id);
}

/** YYYY-MM-DD in UTC, also of a run that was retried on another day. */
function dueDayOf(taskId: string): string | undefined {
	return dueTimeOfRun(taskId)?.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
