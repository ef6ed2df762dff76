import { CancellationScope, isCancellation } from '@temporalio/workflow';
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
import { nextTime, take } from './rows';
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

async function stopAll({ state, calls }: EachTask): Promise<void> {
	for (const row of state.rows) {
		if (row.status !== 'running') continue;
		if (row.taskId !== null) await calls.stopForConnection(row.taskId, nextTime(state, row.connection));
		row.status = row.taskId === null ? 'waiting' : 'cancelled';
	}
}
