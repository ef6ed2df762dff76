import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { NOT_YET } from '../../workflows/task/failure';

/**
 * Makes the server run the activity again after `delayMs`, through its queue. Such polling adds no event to the
 * history.
 * @param details readable from outside while the activity is pending, as its last failure
 */
export function notYet(message: string, delayMs: number, ...details: unknown[]): ApplicationFailure {
	return ApplicationFailure.create({
		type: NOT_YET,
		message,
		nextRetryDelay: Math.max(1, Math.round(delayMs)),
		details,
		// This is no error, so nothing counts or logs it as one.
		category: ApplicationFailureCategory.BENIGN,
	});
}

const MORE_TO_DO = { moreToDo: true };

/** The same, without a pause, of work that takes several attempts: this one did its part. */
export function moreToDo(message: string): ApplicationFailure {
	return notYet(message, 0, MORE_TO_DO);
}

export function isMoreToDo(failure: unknown): boolean {
	return failure instanceof ApplicationFailure && failure.type === NOT_YET && failure.details?.[0] === MORE_TO_DO;
}
