import { emit } from '../task/emit';
import { runTask } from '../task/run-task';
import { dueTime } from '../task/scheduled';
import type { TaskArgs } from '../task/task-args';
import type { NightlyRetrainInput, NightlyRetrainResult } from './contract';
import { findAgents } from './find-agents';
import { NightlyTask } from './nightly-task';
import { digestOf, resultOf } from './result';
import { retrainAll } from './run-window';
import { scheduledRun } from './scheduled-run';
import { newNightlyRetrainState, type NightlyRetrainState } from './state';

/**
 * Retrains many agents, a bounded number at once, each in a task of its own. Cancelling it cancels
 * those tasks; runs that have begun go on at the service.
 * @param carried what an earlier history of the same task handed over
 */
export async function nightlyRetrain(
	args: TaskArgs<NightlyRetrainInput>,
	carried?: NightlyRetrainState,
): Promise<NightlyRetrainResult> {
	const task = new NightlyTask(args, carried ?? newNightlyRetrainState());
	return runTask(
		task.state.progress,
		() => retrainByNight(task),
		() => `${digestOf(resultOf(task))} Runs that have begun go on at the service; nobody watches them.`,
		() => resultOf(task),
	);
}

async function retrainByNight(task: NightlyTask): Promise<NightlyRetrainResult> {
	const { state } = task;
	if (state.agentIds === null) {
		const due = dueTime();
		if (due !== null) state.schedule = await scheduledRun(task, due);
		state.agentIds = await findAgents(task);
	}
	await retrainAll(task, state.agentIds);
	const result = resultOf(task);
	if (hasBadNews(result))
		await emit('schedule.digest', { message: digestOf(result), counts: countsOf(result) }, 'digest');
	return result;
}

function hasBadNews({ counts, rows, schedule }: NightlyRetrainResult): boolean {
	return counts.completed < rows.length || (schedule !== null && schedule.missed + schedule.skipped > 0);
}

function countsOf({ counts, schedule }: NightlyRetrainResult): Record<string, number> {
	return { ...counts, ...(schedule === null ? {} : { missed: schedule.missed, skipped: schedule.skipped }) };
}
