import { CancellationScope, isCancellation, patched } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { emit } from '../task/emit';
import { OUTCOMES } from '../task/outcomes';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import type { ForEachConnectionInput, ForEachConnectionResult } from './contract';
import { coverSyncs } from './cover-syncs';
import { giveTurns } from './give-turns';
import { isEndless, SYNCS } from './kinds';
import { digestOf, resultOf } from './outcome';
import { nextTime, noteStop, take, watchedIn } from './rows';
import { EachTask, type EachState, newEachState } from './task';
import { verdictOn } from './verdict';

/**
 * Gives each connection of a selector a task of its own: an ordinary one, with its own events. Connections that are added
 * meanwhile get theirs within a minute. Syncs run until this task is cancelled. The sync of a connection that is no longer
 * selected is stopped.
 * @param carried state of the previous history of the task
 */
export async function forEachConnection(
	args: TaskArgs<ForEachConnectionInput>,
	carried?: EachState,
): Promise<ForEachConnectionResult> {
	const task = new EachTask(args, carried ?? newEachState());
	return runTask(
		args,
		task.state.progress,
		() => orStopped(task),
		verdictOn,
		() => digestOf(resultOf(task)),
		() => resultOf(task),
	);
}

/** A cancellation stops the tasks of the connections, too. */
async function orStopped(task: EachTask): Promise<ForEachConnectionResult> {
	try {
		return await coverAll(task);
	} catch (error) {
		if (isCancellation(error)) await CancellationScope.nonCancellable(() => stopAll(task));
		throw error;
	}
}

async function coverAll(task: EachTask): Promise<ForEachConnectionResult> {
	const { state, input } = task;
	if (!state.isRead) {
		take(state.rows, await task.calls.selectedConnections(task.selected));
		state.isRead = true;
		enterStage(state.progress, isEndless(input.type) ? SYNCS : 'running');
	}
	await (isEndless(input.type) ? coverSyncs(task) : giveTurns(task));
	const result = resultOf(task);
	const { needsAttention } = OUTCOMES['for-each-connection'][verdictOn(result).ending];
	const digest = { message: digestOf(result), counts: result.counts, allWell: !needsAttention, needsAttention };
	await emit('schedule.digest', digest, 'digest');
	return result;
}

/** Stops what runs, and notes of each task what was seen of its stop. */
async function stopAll(task: EachTask): Promise<void> {
	const { state, calls, run } = task;
	const isSeen = patched('each-seen-to-stop');
	for (const row of state.rows) {
		if (row.status !== 'running') continue;
		if (row.taskId !== null) await calls.stopForConnection(row.taskId, nextTime(state, row.connection), run);
		if (row.taskId === null) row.status = 'waiting';
		else if (!isSeen) row.status = 'cancelled';
	}
	const asked = isSeen ? watchedIn(state) : [];
	if (asked.length === 0) return;
	const ends = await task.stopped(asked.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])));
	for (const [index, end] of ends.entries()) {
		const row = asked[index];
		if (row !== undefined) noteStop(task, row, end, row.status === 'left' ? 'left' : end.status);
	}
}
