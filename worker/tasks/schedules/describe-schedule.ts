import {
	type ScheduleDescription,
	type ScheduleExecutionResult,
	type ScheduleOptions,
	ScheduleOverlapPolicy,
	type ScheduleSpec,
	type ScheduleSpecDescription,
	type ScheduleSummary,
} from '@temporalio/client';
import { z } from 'zod';
import { searchAttributes } from '../../../workflows/task/visibility';
import { isTaskType } from '../task-view';
import { clockWarnings } from './clock-warnings';
import { versionOf } from './schedule-version';
import type { ScheduledRunView, ScheduleSummaryView, ScheduleTiming, ScheduleView } from './schedule-service';

const argsSchema = z.tuple([
	z.looseObject({
		input: z.looseObject({}),
		finish: z.object({ by: z.string(), warnMinutes: z.number() }).optional(),
	}),
]);

type Described = Pick<ScheduleSummary, 'scheduleId' | 'spec' | 'typedSearchAttributes' | 'state' | 'info'>;

/** A schedule from the server's list; null if another program created it. */
export function summaryOf({
	scheduleId,
	spec,
	typedSearchAttributes,
	state,
	info,
}: Described): ScheduleSummaryView | null {
	const type = typedSearchAttributes?.get(searchAttributes.task);
	if (type === undefined || !isTaskType(type) || spec === undefined) return null;
	const timing = timingOf(spec);
	return {
		id: scheduleId,
		type,
		connection: typedSearchAttributes?.get(searchAttributes.connection) ?? '',
		...timing,
		paused: state.paused,
		note: state.note === undefined || state.note === '' ? null : state.note,
		next: info.nextActionTimes.map((time) => time.toISOString()),
		clockWarnings: clockWarnings(timing),
		recent: info.recentActions.map(runOf),
	};
}

/** Everything about one schedule; null if another program created it. */
export function viewOf(description: ScheduleDescription): ScheduleView | null {
	const summary = summaryOf(description);
	const args = argsSchema.safeParse(description.action.args);
	if (summary === null || !args.success) return null;
	const { info } = description;
	const { input, finish } = args.data[0];
	const finishing = { finishBy: finish?.by ?? null, warnMinutes: finish?.warnMinutes ?? null };
	return {
		...summary,
		version: versionOf({ ...summary, input, ...finishing }),
		input,
		...finishing,
		running: info.runningActions.map(({ workflow }) => workflow.workflowId),
		counts: {
			started: info.numActionsTaken,
			missed: info.numActionsMissedCatchupWindow,
			skipped: info.numActionsSkippedOverlap,
		},
		createdAt: info.createdAt.toISOString(),
		updatedAt: info.lastUpdatedAt?.toISOString() ?? null,
	};
}

function runOf({ scheduledAt, takenAt, action }: ScheduleExecutionResult): ScheduledRunView {
	return {
		taskId: action.workflow.workflowId,
		dueAt: scheduledAt.toISOString(),
		startedAt: takenAt.toISOString(),
	};
}

/** Runs never overlap. Missed runs are caught up within an hour. */
export const POLICIES: NonNullable<ScheduleOptions['policies']> = {
	overlap: ScheduleOverlapPolicy.SKIP,
	catchupWindow: '1 hour',
	pauseOnFailure: false,
};

/** Temporal stores calendars instead of cron lines, so the line is stored as the calendar's comment. */
export function specOf({ cron, timeZone, jitterSeconds }: ScheduleTiming): ScheduleSpec {
	return {
		cronExpressions: cron.map((line) => `${line} # ${line}`),
		timezone: timeZone,
		jitter: jitterSeconds * 1000,
	};
}

export function timingOf({ calendars, timezone, jitter }: ScheduleSpecDescription): ScheduleTiming {
	return {
		cron: (calendars ?? []).map(({ comment }) => comment ?? ''),
		timeZone: timezone ?? 'UTC',
		jitterSeconds: (jitter ?? 0) / 1000,
	};
}
