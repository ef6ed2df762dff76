import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { unlessCancelled } from '../task/cancellable-work';
import { throwIfCancelled } from '../task/continue-as-new';
import { reportFrom, reportProgress } from '../task/progress';
import type { EachRow } from './contract';
import { progressOf } from './outcome';
import { knownIn, noteEnd, take } from './rows';
import type { EachTask } from './task';

/** Up to `atOnce` connections have their turn at the same time, until each has had one, also those that come meanwhile. */
export async function giveTurns(task: EachTask): Promise<void> {
	const { state, input } = task;
	const waits = new CancellationScope();
	const open = new Set<Promise<void>>();
	const begin = (row: EachRow) => {
		const ending = takeTurn(task, waits, row).finally(() => open.delete(ending));
		open.add(ending);
	};
	reportProgress(state.progress, progressOf(task));
	for (const row of state.rows) if (row.status === 'running') begin(row);
	let watching: Promise<void> | null = null;
	let known = knownIn(state.rows);
	for (;;) {
		for (const row of state.rows) {
			if (open.size >= input.atOnce || !mayBegin()) break;
			if (row.status !== 'waiting') continue;
			row.status = 'running';
			begin(row);
		}
		if (open.size === 0) break;
		if (mayBegin())
			watching ??= watch(task, waits, known).then((selected) => {
				known = selected;
				watching = null;
			});
		await Promise.race(watching === null ? open : [...open, watching]);
		if (workflowInfo().continueAsNewSuggested) waits.cancel();
		if (Date.now() >= reportFrom(state.progress)) reportProgress(state.progress, progressOf(task));
	}
	waits.cancel();
	await watching;
	throwIfCancelled();
	if (state.rows.some(({ status }) => status === 'waiting' || status === 'running')) await task.continueAsNew();
	reportProgress(state.progress, progressOf(task));
}

/** No turn begins after a cancellation, or before continue-as-new: an activity's end would not reach the next history. */
function mayBegin(): boolean {
	return !CancellationScope.current().consideredCancelled && !workflowInfo().continueAsNewSuggested;
}

/** Never throws. A turn that was interrupted stays as running, and the next history waits for its end. */
async function takeTurn(task: EachTask, waits: CancellationScope, row: EachRow): Promise<void> {
	const { calls, state } = task;
	while (row.taskId === null) {
		const before = await task.start(row);
		// It left while its task began. If it came back meanwhile, it is selected again.
		if (row.status !== 'refused' && task.selectedNow?.has(row.connection) === false) {
			noteLeft(row);
			reportProgress(state.progress, progressOf(task));
			return;
		}
		if (row.status === 'refused') return;
		if (before !== null && !(await inTurn(task, waits, row, () => task.waits.awaitTaskEnds([before])))) return;
	}
	const { taskId } = row;
	await inTurn(task, waits, row, async () => {
		await task.waits.awaitTaskEnds([taskId]);
		const [end] = await calls.endsForConnections([taskId]);
		if (end !== undefined) noteEnd(row, end);
	});
}

/** @returns false if the turn was interrupted */
async function inTurn(
	{ turns }: EachTask,
	waits: CancellationScope,
	row: EachRow,
	wait: () => Promise<void>,
): Promise<boolean> {
	const turn = new CancellationScope({ cancellable: true, parent: waits });
	turns.set(row, turn);
	const hasEnded = await unlessCancelled(turn, wait);
	// If it left and came back, it has a new turn.
	if (turns.get(row) === turn) turns.delete(row);
	return hasEnded;
}

/** @returns the connections that are selected now */
async function watch(task: EachTask, waits: CancellationScope, known: string[]): Promise<string[]> {
	const { state } = task;
	let selected = known;
	await unlessCancelled(waits, async () => {
		selected = await task.watch.awaitSelection(task.selected, known);
		take(state.rows, selected);
		const left = leave(task, selected);
		// Whoever adds a client, or removes one, looks whether it is covered.
		if (left || selected.length > known.length) reportProgress(state.progress, progressOf(task));
	});
	return selected;
}

/**
 * Without a turn for a connection that is no longer selected, and without a further wait for its task: that of a
 * connection that was removed waits until it is back, and would hold up all others, and the next run of a schedule.
 * @returns whether there was one
 */
function leave(task: EachTask, selected: readonly string[]): boolean {
	const { state, turns } = task;
	const kept = new Set(selected);
	task.selectedNow = kept;
	const leaving = state.rows.filter((row) => !kept.has(row.connection) && (row.status === 'waiting' || turns.has(row)));
	for (const row of leaving) {
		noteLeft(row);
		turns.get(row)?.cancel();
	}
	return leaving.length > 0;
}

function noteLeft(row: EachRow): void {
	row.message = row.taskId === null ? 'Its turn had not come.' : 'Its task continues by itself.';
	row.status = 'left';
}
