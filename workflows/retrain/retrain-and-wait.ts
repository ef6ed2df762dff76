import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/task-args';
import { withDeadline } from '../task/with-deadline';
import type { RetrainInput, RetrainResult } from './contract';
import { timedOut, whatGoesOn } from './failures';
import { findOrStartRun } from './find-or-start-run';
import { resultOf } from './result';
import { RetrainTask } from './retrain-task';
import { newRetrainState, type RetrainState } from './state';
import { followRun } from './watch-run';

/**
 * Starts a training run, or adopts the one that is active, and waits for it.
 * Cancelling it stops the watching; the run itself goes on at the service, which has no way to stop one.
 * @param carried what an earlier history of the same task handed over
 */
export async function retrainAndWait(args: TaskArgs<RetrainInput>, carried?: RetrainState): Promise<RetrainResult> {
	const state = carried ?? newRetrainState();
	return runTask(
		state.progress,
		() => retrain(args, state),
		() => whatGoesOn(state),
	);
}

async function retrain(args: TaskArgs<RetrainInput>, state: RetrainState): Promise<RetrainResult> {
	const task = new RetrainTask(args, state);
	return withDeadline(
		task.deadline,
		async () => {
			state.followed ??= await findOrStartRun(task);
			return resultOf(task, state.followed, await followRun(task, state.followed));
		},
		() => timedOut(task),
	);
}
