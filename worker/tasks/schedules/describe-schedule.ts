import type { ScheduleDescription, ScheduleExecutionResult, ScheduleSummary } from '@temporalio/client';
import { z } from 'zod';
import { definitions } from '../definitions';
import type { TaskType } from '../../../workflows/contracts';
import { searchAttributes } from '../../../workflows/task/visibility';
import { timingOf } from './schedule-spec';
import type { ScheduledRunView, ScheduleSummaryView, ScheduleView } from './schedule-service';

const argsSchema = z.tuple([z.looseObject({ input: z.looseObject({}) })]);

type Described = Pick<ScheduleSummary, 'scheduleId' | 'spec' | 'typedSearchAttributes' | 'state' | 'info'>;

/** A schedule as the server lists it; null when it is none of ours. */
export function summaryOf({
	scheduleId,
	spec,
	typedSearchAttributes,
	state,
	info,
}: Described): ScheduleSummaryView | null {
	const type = typedSearchAttributes?.get(searchAttributes.task);
	if (type === undefined || !isTaskType(type) || spec === undefined) return null;
	return {
		id: scheduleId,
		type,
		connection: typedSearchAttributes?.get(searchAttributes.connection) ?? '',
		...timingOf(spec),
		paused: state.paused,
		note: state.note === undefined || state.note === '' ? null : state.note,
		next: info.nextActionTimes.map((time) => time.toISOString()),
		recent: info.recentActions.map(runOf),
	};
}

/** Everything about one schedule; null when it is none of ours. */
export function viewOf(description: ScheduleDescription): ScheduleView | null {
	const summary = summaryOf(description);
	const args = argsSchema.safeParse(description.action.args);
	if (summary === null || !args.success) return null;
	const { info } = description;
	return {
		...summary,
		input: args.data[0].input,
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

function isTaskType(type: string): type is TaskType {
	return Object.hasOwn(definitions, type);
}
