import { defineSearchAttributeKey } from '@temporalio/common';
import { ParentClosePolicy, patched, startChild, workflowInfo } from '@temporalio/workflow';
import type { EventRef, ScheduleRecovered, TaskEvent } from './event';
import { taskFailure } from './failure';
import { dueTimeOfRun } from './ids';
import type { Timing } from './timing';

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
 * When this task was due, ISO 8601 UTC; null if no schedule started it. A retry keeps the id of the run, and nothing else
 * of its schedule: it is about the same days.
 */
export function dueAt(): string | null {
	const due = dueTime()?.dueAt ?? dueTimeOfRun(workflowInfo().workflowId);
	return due?.toISOString() ?? null;
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

/** A run of a schedule that did what it should. */
export interface GoodRun {
	task: TaskEvent['task'];
	scheduleId: string;
	/** ISO 8601 UTC. */
	dueAt: string;
	/** That of the task. Default: `TIMING` */
	timing?: Partial<Timing>;
}

/** What was wrong with the last run before a good one. */
export interface FoundTrouble extends Omit<ScheduleRecovered, 'scheduleId' | 'dueAt'> {
	failedRunId: string;
	/** The event that told of it. */
	event: EventRef;
}

/** Reads schedules, on the worker's own queue. */
export interface ScheduleRecoveryActivities {
	/**
	 * Null: the last run before did what it should, there was none, or a later run did not do what it should.
	 * @param taskId of the good run
	 */
	findScheduleTrouble(scheduleId: string, taskId: string): Promise<FoundTrouble | null>;
}

/** By name only: it publishes, as tasks do. */
const SCHEDULE_RECOVERY = 'scheduleRecovery';

/**
 * Begins to look whether the schedule of this run has recovered. The workflow that looks is not part of the task, which
 * ends at once. Without a schedule, or if runs were missed before this one, it does nothing.
 * @param task this one
 * @param result of the task
 */
export async function beginRecovery(task: TaskEvent['task'], result: unknown, timing?: Partial<Timing>): Promise<void> {
	const due = dueTime();
	if (due === null || workflowInfo().parent !== undefined || missedIn(result) > 0) return;
	if (!patched('schedule-recovery')) return;
	const run: GoodRun = {
		task,
		scheduleId: due.scheduleId,
		dueAt: due.dueAt.toISOString(),
		...(timing === undefined ? {} : { timing }),
	};
	await startChild<(good: GoodRun) => Promise<void>>(SCHEDULE_RECOVERY, {
		workflowId: `schedule-recovery/${task.id}/${workflowInfo().firstExecutionRunId}`,
		args: [run],
		parentClosePolicy: ParentClosePolicy.ABANDON,
	});
}

/** Runs missed before this one, which the result of a nightly retrain counts. */
export function missedIn(result: unknown): number {
	const schedule = fieldOf(result, 'schedule');
	const missed = fieldOf(schedule, 'missed');
	return typeof missed === 'number' ? missed : 0;
}

/** A field of a result that any version may have written. */
export function fieldOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
