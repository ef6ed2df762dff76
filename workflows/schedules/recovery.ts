import { proxyActivities, sleep } from '@temporalio/workflow';
import { publish } from '../task/emit';
import { eventIdOf, isPlain, textId } from '../task/ids';
import type { GoodRun, ScheduleRecoveryActivities } from '../task/schedule';
import { timingOf } from '../task/timing';

const { findScheduleTrouble } = proxyActivities<ScheduleRecoveryActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * A minute after a run of a schedule did what it should: publishes that the schedule has recovered, if the run before
 * did not. The id of the event is that of the failed run, so two runs that end at once publish it once.
 */
export async function scheduleRecovery(run: GoodRun): Promise<void> {
	const { task, scheduleId, dueAt } = run;
	await sleep(timingOf(run).holdMs);
	const found = await findScheduleTrouble(scheduleId, task.id);
	if (found === null) return;
	const { failedTaskId, failedRunId, failedDueAt, trouble, reason, event } = found;
	await publish(
		'schedule.recovered',
		{ scheduleId, failedTaskId, failedDueAt, trouble, reason, dueAt },
		{
			task,
			name: 'recovered',
			id: eventIdOf(isPlain(scheduleId) ? scheduleId : textId(scheduleId), failedRunId, 'recovered'),
			follows: event,
		},
	);
}
