import type { TaskError } from '../task/failure';
import { enterStage, reportProgress } from '../task/progress';
import { lookAndSettle } from '../task/write-at-most-once';
import type { FoundSource, SourcesFound, WantedSource } from './activities';
import type { SourceRow } from './contract';
import { accepted, uncertain } from './outcome';
import type { AddSourcesTask } from './task';

/** A request whose response was lost. */
export interface LostRequest {
	/** The response to an earlier request for this source was lost too. */
	again: boolean;
	error: TaskError;
}

/** After a lost response, waits and checks twice for its effect, before the one repeated request. */
export async function lookAfterLoss(
	task: AddSourcesTask,
	index: number,
	row: SourceRow,
	{ again, error }: LostRequest,
): Promise<number[]> {
	row.audit.ambiguous = true;
	enterStage(task.progress, 'settling');
	const message = `The response for "${row.name}" was lost (${error.title}). Checking whether the service added it.`;
	reportProgress(task.progress, { message });
	return lookAndSettle(
		task.settleMs,
		() => lookForNew(task, index, row),
		(found) => !again && found.length > 0,
	);
}

/** Whether the lost request shows its effect by now, after the first checks did not: then it is not repeated. */
export async function showedLate(
	task: AddSourcesTask,
	index: number,
	row: SourceRow,
	{ title, detail }: TaskError,
): Promise<boolean> {
	const found = await lookForNew(task, index, row);
	const [only] = found;
	if (only === undefined) return false;
	if (found.length === 1) accepted(row, only);
	else uncertain(row, found, `${title}: ${detail}`);
	return true;
}

/** Largest accepted difference between the clocks of the service and of the worker. Milliseconds. */
const CLOCKS_MS = 10 * 60_000;

/** Notes the agent's existing sources before anything is added, so later ones are known to be the task's. */
export async function lookBefore(task: AddSourcesTask): Promise<void> {
	const { rows } = task.state;
	const wanted = [...rows.entries()].flatMap(([index, row]) =>
		row.status === 'duplicate' ? [] : [wantedOf(index, row)],
	);
	while (task.state.lookFrom !== null) {
		const { found, next } = await findFrom(task, task.state.lookFrom, wanted, null);
		for (const { index, id, status } of found) {
			const row = rows[index];
			if (row === undefined || row.before.includes(id)) continue;
			row.before.push(id);
			// A failed one is fixed by adding it again (specification, part 3).
			if (task.input.ifPresent === 'skip' && status !== 'failed') row.status = 'present';
		}
		task.state.lookFrom = next;
		// Each request contains all names, so a few pages of a large agent fill a history.
		await task.continueAsNewIfSuggested();
	}
}

/** Sources that match this one, did not exist before, and are not known as another source of the task. */
export async function lookForNew(task: AddSourcesTask, index: number, row: SourceRow): Promise<number[]> {
	const since = new Date(task.state.startedAt - CLOCKS_MS).toISOString();
	const { ownIds } = task;
	const found = await find(task, [wantedOf(index, row)], since);
	return [...new Set(found.map(({ id }) => id))].filter((id) => !row.before.includes(id) && !ownIds.has(id));
}

async function find(task: AddSourcesTask, wanted: WantedSource[], since: string | null): Promise<FoundSource[]> {
	const found: FoundSource[] = [];
	for (let offset: number | null = 0; offset !== null;) {
		const page: SourcesFound = await findFrom(task, offset, wanted, since);
		found.push(...page.found);
		offset = page.next;
	}
	return found;
}

function findFrom(task: AddSourcesTask, offset: number, wanted: WantedSource[], since: string | null) {
	return task.read.findSources({ agentId: task.input.agentId, wanted, offset, since });
}

function wantedOf(index: number, { type, name }: SourceRow): WantedSource {
	return { index, type, name };
}
