import { type BulkActionName } from '../../../workflows/bulk-action/contract';
import type { RowError } from '../../../workflows/task/contract';
import { endingNamed } from '../../../workflows/task/outcomes';
import type { Problem } from '../../problems/problem';
import { actionsOf, definitions, retriesFailedItems } from '../definitions';
import type { ScheduleSummaryView } from '../schedules';
import { noSchedule } from '../schedules/schedule-problems';
import { nothingToCancel, stillRuns, taskEnded, taskNotFound, unknownAction } from '../task-problems';
import { alreadyRetried, leftToNextRun, noFailedItems, notRetryable } from '../task-retries';
import type { TaskView } from '../task-view';
import { refusalOf } from './row';

/** What a person decides about each by itself. */
const NEEDS_PERSON: RowError = {
	type: 'needs_person',
	title: 'A person has to check first',
	detail:
		'Responses were lost, and only a person can tell whether something happened. Look at the service, then retry this task on its own page.',
};

/** Of a task that a cancellation without a type leaves alone. */
export const SPARED: RowError = {
	type: 'sync_not_named',
	title: 'Syncs stop only if their type is chosen',
	detail:
		'This task is a sync, or its syncs would stop with it. Choose its type as a filter, or cancel it on its own page.',
};

const OF_BULK: RowError = {
	type: 'retry_refused',
	title: 'A bulk action acts on no bulk action',
	detail: 'Retry or cancel it on its own page.',
};

/** Why the action would not be done with a task, by its view alone; null: nothing there speaks against it. */
export function refusalOfTask(action: BulkActionName, task: TaskView): RowError | null {
	if (task.type === 'bulk-action') return OF_BULK;
	const problem = problemOf(action, task);
	if (problem !== null) return refusalOf(problem);
	const isRetry = action === 'retry' || action === 'retry-failed-items';
	if (isRetry && task.takenOver !== undefined) return refusalOf(alreadyRetried(task, task.takenOver));
	return isRetry && task.ending === 'needs_person' ? NEEDS_PERSON : null;
}

function problemOf(action: BulkActionName, task: TaskView): Problem | null {
	const { id, type, status } = task;
	const isRunning = status === 'running';
	switch (action) {
		case 'retry':
			if (isRunning || status === 'completed' || definitions[type].keyReuse === 'never') return notRetryable(task);
			return task.leftToNextRun === true ? leftToNextRun(task) : null;
		case 'retry-failed-items':
			return isRunning || !retriesFailedItems(type) || isGood(task) ? noFailedItems(task) : null;
		case 'cancel':
			return isRunning ? null : nothingToCancel(id);
		case 'resend':
			return isRunning ? stillRuns(id) : null;
		case 'pause':
		case 'resume':
			if (!actionsOf(type).includes(action)) return unknownAction(action, type, actionsOf(type));
			return isRunning ? null : taskEnded(id);
	}
}

function isGood({ type, ending }: TaskView): boolean {
	return ending !== undefined && endingNamed(type, ending)?.tone === 'good';
}

/** Why the action would not be done with a schedule; null: nothing speaks against it. */
export function refusalOfSchedule(
	action: BulkActionName,
	{ id, paused }: Pick<ScheduleSummaryView, 'id' | 'paused'>,
): RowError | null {
	if (paused !== (action === 'pause')) return null;
	return {
		type: paused ? 'already_paused' : 'not_paused',
		title: paused ? 'The schedule is paused already' : 'The schedule is not paused',
		detail: `Nothing was changed at ${id}.`,
	};
}

/** A task that does not exist, or that the caller may not see. */
export function goneTask(id: string): RowError {
	return refusalOf(taskNotFound(id));
}

export function goneSchedule(id: string): RowError {
	return refusalOf(noSchedule(id));
}

/** A child that its own parent starts again, so that each agent has one retry. */
export function retriedWithParent(parent: string): RowError {
	return {
		type: 'retried_with_parent',
		title: 'Another row starts it',
		detail: `The task ${parent} started it, is among the rows, and starts what it needs again.`,
	};
}
