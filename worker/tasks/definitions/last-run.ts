import { scheduleOfRun } from '../../../workflows/task/ids';
import { NO_LAST_RUN } from '../../../workflows/task/period';
import type { Period } from '../../../workflows/task/period-contract';
import { Problem } from '../../problems/problem';

/** What has come since the last run: only a schedule knows that run. @throws Problem */
export function refuseWithoutSchedule({ period }: { period?: Period | undefined }): void {
	if (period === 'since_last_run') throw new Problem(NO_LAST_RUN);
}

/** The tasks of each connection are no runs of a schedule, also if one starts them all. @throws Problem */
export function refuseInEach(input: object): void {
	if (!isSinceLastRun(input)) return;
	throw new Problem({
		type: 'no_last_run',
		title: 'A task of each connection has no last run',
		status: 422,
		detail:
			'The period since_last_run is what has come since the last run of a schedule, and no schedule starts the tasks of each connection by itself. Nothing was started. Choose yesterday, last_week or last_month, or create a schedule of the export for each connection.',
		issues: [
			{
				path: 'period',
				message: 'does not go with for-each-connection; choose another period, or a schedule for each connection',
			},
		],
	});
}

/** Whether the next run of the schedule of a task has its part too, so that it is not started again. */
export function isLeftToNextRun(taskId: string, input: object): boolean {
	return scheduleOfRun(taskId) !== null && isSinceLastRun(input);
}

function isSinceLastRun(input: object): boolean {
	return 'period' in input && input.period === 'since_last_run';
}
