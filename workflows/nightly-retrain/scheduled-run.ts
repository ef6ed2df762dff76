import { workflowInfo } from '@temporalio/workflow';
import type { DueTime } from '../task/scheduled';
import type { NightlyRetrainResult, ScheduledRun } from './contract';
import type { NightlyTask } from './nightly-task';

/** What there is to tell about the schedule that started this task. */
export async function scheduledRun(task: NightlyTask, { scheduleId: id, dueAt }: DueTime): Promise<ScheduledRun> {
	const due = dueAt.toISOString();
	const before = lastRun();
	const counts = await task.internal.countScheduleTimes(id, { since: before?.dueAt ?? null, dueAt: due });
	const { withoutRun = Infinity, ...inAll } = counts;
	const skipped = Math.max(0, inAll.skipped - (before?.inAll.skipped ?? 0));
	// Temporal counts a missed time again at each look; and what was paused over has no run, but was not missed.
	const missed = Math.max(0, Math.min(inAll.missed - (before?.inAll.missed ?? 0), withoutRun - skipped));
	return { id, dueAt: due, missed, skipped, inAll };
}

/** Temporal hands the result of a schedule's last run that completed to the next one. */
function lastRun(): ScheduledRun | null {
	const last = workflowInfo().lastResult as Partial<NightlyRetrainResult> | undefined;
	return last?.schedule ?? null;
}
