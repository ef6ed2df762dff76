import { ApplicationFailure } from '@temporalio/common';
import type { TaskError } from './task-error';

/**
 * Ends a task with an error that its caller can read and act on.
 * @param partial what the task had done until then, in the form of its result
 */
export function taskFailure(
	error: Omit<TaskError, 'issues'> & Partial<Pick<TaskError, 'issues'>> & { audit?: object },
	partial?: object,
): ApplicationFailure {
	const details: TaskError = { ...error, issues: error.issues ?? [] };
	return ApplicationFailure.create({
		type: error.type,
		message: `${error.title}: ${error.detail}`,
		nonRetryable: true,
		details: partial === undefined ? [details] : [details, partial],
	});
}
