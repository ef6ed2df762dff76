import { ApplicationFailure } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { emit } from './emit';
import type { TaskError } from './task-error';

type Unhappy = 'failed' | 'timed_out' | 'cancelled';

/** A task that another one started is told of by that one. */
function tells(): boolean {
	return workflowInfo().parent === undefined;
}

export async function tellCompleted(): Promise<void> {
	if (tells()) await emit('task.completed', { status: 'completed' }, 'completed');
}

/** @param failure what the task ends with */
export async function tellFailed(status: Unhappy, failure: unknown): Promise<void> {
	if (tells()) await emit('task.failed', { status, error: errorOf(failure) }, 'failed');
}

function errorOf(failure: unknown): TaskError | null {
	if (!(failure instanceof ApplicationFailure)) return null;
	const [error] = failure.details ?? [];
	return isTaskError(error) ? error : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
