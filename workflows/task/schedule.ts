import { defineSearchAttributeKey } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { taskFailure } from './failure';

/** Search attributes that Temporal sets on every run of a schedule. */
const SCHEDULE_ID = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
const DUE_AT = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** Missed runs are caught up within this window. */
const CATCH_UP_MS = 3_600_000;

export interface DueTime {
	scheduleId: string;
	dueAt: Date;
}

/** The schedule that started this workflow, and its due time; null if no schedule did. */
export function dueTime(): DueTime | null {
	const { typedSearchAttributes: attributes } = workflowInfo();
	const scheduleId = attributes.get(SCHEDULE_ID);
	const dueAt = attributes.get(DUE_AT);
	return scheduleId === undefined || dueAt === undefined ? null : { scheduleId, dueAt };
}

/**
 * Fails a scheduled run that no worker picked up within the catch-up window: night work must not start at noon. The
 * failure is the report. The window of a backfilled run starts at the moment of the backfill. Call it before the task
 * does anything.
 */
export function refuseMissedRun(): void {
	const due = dueTime();
	if (due === null || workflowInfo().continuedFromExecutionRunId !== undefined) return;
	const { dueAt, scheduleId } = due;
	const startedAt = workflowInfo().startTime.getTime();
	const since = startedAt - dueAt.getTime() > CATCH_UP_MS ? startedAt : dueAt.getTime();
	if (Date.now() - since <= CATCH_UP_MS) return;
	throw taskFailure({
		type: 'slept_through',
		title: 'No worker was running when the schedule was due',
		status: 503,
		detail: `The schedule ${scheduleId} was due at ${dueAt.toISOString()}, but the first worker came at ${new Date().toISOString()}, outside the catch-up window of one hour. Nothing was started. Wait for the next run, or run the schedule now.`,
	});
}
