import { workflowInfo } from '@temporalio/workflow';
import { emit } from '../task/emit';
import type { ScheduleDigest } from '../task/event';
import { agentsOf } from '../task/find-agents';
import { OUTCOMES } from '../task/outcomes';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import { dueTime, type DueTime } from '../task/schedule';
import type { NightlyRetrainInput, NightlyRetrainResult, ScheduledRun } from './contract';
import { digestOf, resultOf } from './outcome';
import { retrainAll } from './retrain-agents';
import { newNightlyRetrainState, type NightlyRetrainState, NightlyTask } from './task';
import { verdictOn } from './verdict';

/**
 * Retrains many agents, a limited number at once, each in its own task. A cancellation cancels those tasks. Runs that have
 * started continue at the service.
 * @param carried state of the previous history of the task
 */
export async function nightlyRetrain(
	args: TaskArgs<NightlyRetrainInput>,
	carried?: NightlyRetrainState,
): Promise<NightlyRetrainResult> {
	const task = new NightlyTask(args, carried ?? newNightlyRetrainState());
	return runTask(
		args,
		task.state.progress,
		() => retrainNightly(task),
		verdictOn,
		() => `${digestOf(resultOf(task))} The task stopped watching. Runs that have started continue at the service.`,
		() => resultOf(task),
	);
}

async function retrainNightly(task: NightlyTask): Promise<NightlyRetrainResult> {
	const { state } = task;
	if (state.agentIds === null) {
		const due = dueTime();
		if (due !== null) state.schedule = await scheduledRun(task, due);
		state.agentIds = await agentsOf(task.input, task.read, LIMIT);
	}
	await retrainAll(task, state.agentIds);
	const result = resultOf(task);
	const digest = { message: digestOf(result), counts: countsOf(result), ...lookOf(result) };
	await emit('schedule.digest', digest, 'digest');
	return result;
}

function lookOf(result: NightlyRetrainResult): Pick<ScheduleDigest, 'allWell' | 'needsAttention'> {
	const { schedule } = result;
	const { needsAttention } = OUTCOMES['nightly-retrain'][verdictOn(result).ending];
	const isOnTime = schedule === null || schedule.missed + schedule.skipped === 0;
	return { allWell: !needsAttention && isOnTime, needsAttention };
}

function countsOf({ counts, schedule }: NightlyRetrainResult): Record<string, number> {
	return { ...counts, ...(schedule === null ? {} : { missed: schedule.missed, skipped: schedule.skipped }) };
}

/** As many rows as a result can hold: some 500 bytes each, of the 2 MB that Temporal takes. */
const LIMIT = { most: 2_000, does: 'retrains' };

/** The schedule that started this task, with its missed and skipped runs. */
export async function scheduledRun(task: NightlyTask, { scheduleId: id, dueAt }: DueTime): Promise<ScheduledRun> {
	const due = dueAt.toISOString();
	const before = lastRun();
	const counts = await task.internal.countScheduleTimes(id, { since: before?.dueAt ?? null, dueAt: due });
	const { withoutRun = Infinity, ...inAll } = counts;
	const skipped = Math.max(0, inAll.skipped - (before?.inAll.skipped ?? 0));
	// Temporal counts a missed run again at each check. Due times during a pause have no run, but were not missed.
	const missed = Math.max(0, Math.min(inAll.missed - (before?.inAll.missed ?? 0), withoutRun - skipped));
	return { id, dueAt: due, missed, skipped, inAll };
}

/** Temporal hands the result of a schedule's last run that completed to the next one. */
function lastRun(): ScheduledRun | null {
	const last = workflowInfo().lastResult as Partial<NightlyRetrainResult> | undefined;
	return last?.schedule ?? null;
}
