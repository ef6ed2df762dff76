import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { unlessCancelled } from '../task/cancellable-work';
import { throwIfCancelled } from '../task/continue-as-new';
import { publish, thisTask } from '../task/emit';
import { reportProgress } from '../task/progress';
import type { EachRow } from './contract';
import { progressOf } from './outcome';
import { knownIn, nextTime, noteEnd, noteStop, take, watchedIn } from './rows';
import type { EachTask } from './task';

/** Until this task is cancelled, each selected connection has a sync, and no other one has. */
export async function coverSyncs(task: EachTask): Promise<never> {
	const { state, waits } = task;
	const looks = new CancellationScope();
	/** Rows whose sync of before has yet to end, until it has. */
	const ending = new Map<EachRow, Promise<null>>();
	const begin = async (row: EachRow) => {
		const before = await task.start(row);
		if (before === null) return;
		const ended = unlessCancelled(looks, () => waits.awaitTaskEnds([before])).then(() => null);
		ending.set(
			row,
			ended.finally(() => ending.delete(row)),
		);
	};
	let watching: Promise<string[]> | null = null;
	for (;;) {
		for (const row of state.rows) {
			throwIfCancelled();
			if (row.status === 'waiting' && !ending.has(row)) await begin(row);
		}
		reportProgress(state.progress, progressOf(task));
		if (workflowInfo().continueAsNewSuggested) {
			looks.cancel();
			await task.continueAsNew();
		}
		watching ??= task.watch.awaitSelection(task.selected, knownIn(state.rows));
		const selected = await Promise.race([watching, ...ending.values()]);
		if (selected === null) continue;
		watching = null;
		await follow(task, selected);
	}
}

/** Stops the syncs of the connections that have left, notes those that came, and how all others stand. */
async function follow(task: EachTask, selected: readonly string[]): Promise<void> {
	const { state, calls } = task;
	const kept = new Set(selected);
	const leaving = state.rows.filter(({ status, connection }) => status !== 'left' && !kept.has(connection));
	// At the same time: a sync of a removed connection takes a while to stop, and others wait to be covered.
	await Promise.all(leaving.map((row) => leave(task, row)));
	take(state.rows, selected);
	const watched = watchedIn(state);
	const ends = await calls.endsForConnections(watched.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])));
	for (const [index, end] of ends.entries()) {
		const row = watched[index];
		if (row?.status === 'left') noteStop(task, row, end, 'left');
		else if (row !== undefined) noteEnd(row, end);
	}
}

/** Stops the sync of a connection that is no longer selected, and sends its last digest. */
async function leave(task: EachTask, row: EachRow): Promise<void> {
	const { input, calls, state, run } = task;
	const { connection, taskId, status } = row;
	row.status = 'left';
	if (taskId === null || status !== 'running') return;
	const time = nextTime(state, connection);
	state.left[connection] = time;
	// From here on its stop is looked for, also after a cancellation of all.
	noteStop(task, row, { status: 'running', message: '' }, 'left');
	await CancellationScope.nonCancellable(() => calls.stopForConnection(taskId, time, run));
	const [end] = await task.stopped([taskId]);
	if (end !== undefined) noteStop(task, row, end, 'left');
	const isStopped = end?.status !== 'running';
	const words = isStopped ? `Its sync was stopped. ${row.message ?? ''}` : 'Its sync was asked to stop and still runs.';
	const message = `${connection} is no longer selected by ${input.selector}. ${words}`;
	const digest = { message: message.trim(), counts: { left: 1 }, allWell: isStopped, needsAttention: false };
	await publish('schedule.digest', digest, { task: { ...thisTask(), connection }, name: `left-${connection}-${time}` });
}
