import { workflowInfo } from '@temporalio/workflow';
import { taskFailure } from './failure';
import { NO_LAST_RUN, type PeriodActivities, type PeriodInput, type PlannedPeriod } from './period';
import { dueTime } from './schedule';

/**
 * What the period of an input came to; null if the input names days, or nothing. Call it once, and keep the answer.
 * @param asOf ISO 8601 UTC: the start of the task
 * @throws a final failure if the period needs a schedule, and no schedule started the task
 */
export async function plannedPeriod(
	{ connection, period, timeZone }: PeriodInput,
	asOf: string,
	activities: PeriodActivities,
): Promise<PlannedPeriod | null> {
	if (period === undefined) return null;
	const due = dueTime();
	// A run that begins late is about the days before it was due.
	if (period !== 'since_last_run')
		return activities.planPeriod({ connection, period, timeZone, at: due?.dueAt.toISOString() ?? asOf });
	if (due === null) throw taskFailure(NO_LAST_RUN);
	const last = lastRunOf(workflowInfo().lastResult);
	return { period, firstDay: null, lastDay: null, timeZone: null, from: last, until: justAfter(asOf) };
}

/** Where the last run of the schedule ended. @param result of that run. Undefined: none has come to its end */
function lastRunOf(result: unknown): string | null {
	const asOf = typeof result === 'object' && result !== null && 'asOf' in result ? result.asOf : undefined;
	return typeof asOf === 'string' ? justAfter(asOf) : null;
}

/** A run has what came up to its start, to the millisecond. */
function justAfter(asOf: string): string {
	return new Date(Date.parse(asOf) + 1).toISOString();
}
