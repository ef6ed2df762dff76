import { discardingOnFailure } from '../task/discarding-on-failure';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import { withDeadline } from '../task/write-at-most-once';
import type { RetrainInput, RetrainResult } from './contract';
import { followRun } from './follow-run';
import { resultOf, timedOut, remainingAtService } from './outcome';
import { changesSince, discardLists } from './source-changes';
import { findOrStartRun } from './start-run';
import { newRetrainState, type RetrainState, RetrainTask } from './task';
import { verdictOn } from './verdict';

/**
 * Starts a training run, or adopts the one that is active, and waits for it.
 * A cancellation only stops the watching. The run continues at the service, which cannot stop a run.
 * @param carried state of the previous history of the task
 */
export async function retrainAndWait(args: TaskArgs<RetrainInput>, carried?: RetrainState): Promise<RetrainResult> {
	const state = carried ?? newRetrainState();
	return runTask(
		args,
		state.progress,
		() =>
			discardingOnFailure(
				() => discardLists({ state }),
				() => retrain(args, state),
			),
		verdictOn,
		() => remainingAtService(state),
	);
}

async function retrain(args: TaskArgs<RetrainInput>, state: RetrainState): Promise<RetrainResult> {
	const task = new RetrainTask(args, state);
	const result = await withDeadline(
		task.deadline,
		async () => {
			state.followed ??= await findOrStartRun(task);
			return resultOf(task, state.followed, await followRun(task, state.followed));
		},
		() => timedOut(task),
	);
	// The run is over, so the deadline is too.
	const sourceChanges = await changesSince(task, result.adopted);
	if (sourceChanges === undefined) return result;
	await discardLists(task);
	return { ...result, sourceChanges };
}
