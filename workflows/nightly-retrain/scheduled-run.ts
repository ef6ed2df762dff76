import { workflowInfo } from '@temporalio/workflow';
import type { ScheduleCounts } from '../ports';
import { type DueTime, refuseSleptThrough } from '../task/scheduled';
import type { NightlyRetrainResult, ScheduledRun } from './contract';
import type { NightlyTask } from './nightly-task';

/**
 * What there is to tell about the schedule that started this task.
 * @throws a final failure when no worker took the task up for an hour
 */
export async function scheduledRun(task: NightlyTask, { scheduleId: id, dueAt }: DueTime): Promise<ScheduledRun> {
	refuseSleptThrough({ scheduleId: id, dueAt });
	const due = dueAt.toISOString();
	const { withoutRun, ...inAll } = await task.internal.countScheduleTimes(id, due);
	const before = countsBefore();
	const skipped = Math.max(0, inAll.skipped - before.skipped);
	// Temporal counts a missed time again at each look; and what was paused over has no run, but was not missed.
	const atMost = withoutRun === undefined ? Infinity : withoutRun - skipped;
	const missed = Math.max(0, Math.min(inAll.missed - before.missed, atMost));
	return { id, dueAt: due, missed, skipped, inAll };
}

/** Temporal hands the result of a schedule's last run that completed to the next one. */
function countsBefore(): ScheduleCounts {
	const last = workflowInfo().lastResult as Partial<NightlyRetrainResult> | undefined;
	return last?.schedule?.inAll ?? { missed: 0, skipped: 0 };
}
