import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import { actOnRows } from './act-on-rows';
import type { BulkActionInput, BulkActionResult } from './contract';
import { digestOf } from './outcome';
import { type BulkState, BulkTask, newBulkState } from './task';
import { verdictOn } from './verdict';

/**
 * Does the same with many tasks, syncs or schedules. It stores which ones first, so that a change of theirs, a kill or a
 * restart does it with each once. A cancellation ends it after the rows that are under way.
 * @param carried state of the previous history of the task
 */
export async function bulkAction(args: TaskArgs<BulkActionInput>, carried?: BulkState): Promise<BulkActionResult> {
	const task = new BulkTask(args, carried ?? newBulkState());
	const { state } = task;
	return runTask(
		args,
		state.progress,
		() => actOnMany(task),
		verdictOn,
		() => `${state.result === null ? 'Nothing was done.' : digestOf(state.result)} What was started continues.`,
		() => ({ ...state.result }),
	);
}

async function actOnMany(task: BulkTask): Promise<BulkActionResult> {
	const { state, input, allowed } = task;
	if (state.lanes === null) {
		const lanes = await task.files.freezeRows({ input, allowed });
		state.lanes = lanes.map((lane) => ({ ...lane, begun: 0, running: [] }));
	}
	try {
		await actOnRows(task, state.lanes);
		return await report(task);
	} catch (error) {
		if (isCancellation(error)) await CancellationScope.nonCancellable(() => report(task));
		throw error;
	}
}

async function report({ state, input, files }: BulkTask): Promise<BulkActionResult> {
	const { action, target } = input;
	const lanes = (state.lanes ?? []).map(({ connection, rows }) => ({ connection, rows }));
	enterStage(state.progress, 'reporting');
	state.result = await files.reportRows({ action, target, lanes });
	return state.result;
}
