import { CancellationScope, isCancellation, workflowInfo } from '@temporalio/workflow';
import { throwIfCancelled } from '../task/continue-as-new';
import { publish, thisTask } from '../task/emit';
import { reportProgress } from '../task/progress';
import type { EachRow } from './contract';
import { progressOf } from './outcome';
import { knownIn, nextTime, noteEnd, take } from './rows';
import type { EachTask } from './task';

/** Until this task is cancelled, each selected connection has a sync, and no other one has. */
export async function coverSyncs(task: EachTask): Promise<never> {
	const { state, calls, watch } = task;
	for (;;) {
		for (const row of state.rows) {
			throwIfCancelled();
			if (row.status === 'waiting') await task.start(row);
		}
		reportProgress(state.progress, progressOf(task));
		if (workflowInfo().continueAsNewSuggested) await task.continueAsNew();
		const selected = await watch.awaitSelection(task.selected, knownIn(state.rows));
		const kept = new Set(selected);
		const leaving = state.rows.filter(({ status, connection }) => status !== 'left' && !kept.has(connection));
		// At the same time: a sync of a removed connection takes a while to stop, and others wait to be covered.
		await Promise.all(leaving.map((row) => leave(task, row)));
		take(state.rows, selected);
		const running = state.rows.filter(({ status, taskId }) => status === 'running' && taskId !== null);
		const ends = await calls.endsForConnections(running.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])));
		for (const [index, end] of ends.entries()) {
			const row = running[index];
			if (row !== undefined) noteEnd(row, end);
		}
	}
}

/** What a page under way may need until the sync has stopped. */
const STOPS_WITHIN = '1 minute';

/** Stops the sync of a connection that is no longer selected, and sends its last digest. */
async function leave({ input, calls, state }: EachTask, row: EachRow): Promise<void> {
	const { connection, taskId, status } = row;
	row.status = 'left';
	if (taskId === null || status !== 'running') return;
	const time = nextTime(state, connection);
	state.left[connection] = time;
	// It has left, so a cancellation of all would not stop it.
	await CancellationScope.nonCancellable(() => calls.stopForConnection(taskId, time));
	try {
		await CancellationScope.withTimeout(STOPS_WITHIN, () => calls.awaitTaskEnds([taskId]));
	} catch (error) {
		// The next look shows how it has ended.
		if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
	}
	const [end] = await calls.endsForConnections([taskId]);
	row.message = end?.message ?? null;
	const message = `${connection} is no longer selected by ${input.selector}. Its sync was stopped. ${row.message ?? ''}`;
	const digest = { message: message.trim(), counts: { left: 1 }, allWell: true, needsAttention: false };
	await publish('schedule.digest', digest, { task: { ...thisTask(), connection }, name: `left-${connection}-${time}` });
}
