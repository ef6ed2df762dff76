import { workflowInfo } from '@temporalio/workflow';
import { taskFailure } from './failure';
import { LATE_MS } from './late-items';
import { NO_LAST_RUN, type PeriodActivities, type PeriodInput } from './period';
import type { PlannedPeriod } from './period-contract';
import { dueAt, dueTime, fieldOf } from './schedule';

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
	// A run that begins late is about the days before it was due.
	if (period !== 'since_last_run') return activities.planPeriod({ connection, period, timeZone, at: dueAt() ?? asOf });
	if (dueTime() === null) throw taskFailure(NO_LAST_RUN);
	const last = lastRunOf(workflowInfo().lastResult);
	return { period, firstDay: null, lastDay: null, timeZone: null, from: last, until: reachedBy(asOf) };
}

/** Where the last run of the schedule ended. @param result of that run. Undefined: none has come to its end */
function lastRunOf(result: unknown): string | null {
	const until = textIn(fieldOf(result, 'period'), 'until');
	if (until !== null) return until;
	const asOf = textIn(result, 'asOf');
	return asOf === null ? null : reachedBy(asOf);
}

/** A run leaves what is so young that more of it may still appear to the next run. */
function reachedBy(asOf: string): string {
	return new Date(Date.parse(asOf) - LATE_MS).toISOString();
}

function textIn(value: unknown, name: string): string | null {
	const text = fieldOf(value, name);
	return typeof text === 'string' ? text : null;
}
