import { ApplicationFailure } from '@temporalio/common';
import type { TaskError } from './task-error';
import { shortText } from './short-text';

/** Why one of many items failed. */
export type RowError = Pick<TaskError, 'type' | 'title' | 'detail'>;

/** Longest detail in a row: results of many items must stay small. Characters. */
const LONGEST_DETAIL = 300;

/** Why something failed, short enough for a row among many. */
export function failedOf(cause: unknown): RowError {
	return shortened(taskErrorOf(cause));
}

export function shortened({ type, title, detail }: RowError): RowError {
	const short = shortText(detail, LONGEST_DETAIL);
	return { type, title, detail: detail.length > LONGEST_DETAIL ? `${short} ...` : short };
}

function taskErrorOf(cause: unknown): RowError {
	const detail = cause instanceof Error ? cause.message : String(cause);
	if (!(cause instanceof ApplicationFailure)) return { type: 'ended', title: 'It was ended from outside', detail };
	const known = cause.details?.[0];
	return isTaskError(known) ? known : { type: cause.type ?? 'task_failed', title: 'The task failed', detail };
}

function isTaskError(value: unknown): value is TaskError {
	if (typeof value !== 'object' || value === null) return false;
	return ['type', 'title', 'detail'].every((field) => typeof Reflect.get(value, field) === 'string');
}
