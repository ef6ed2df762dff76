import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { NOT_YET } from '../../../workflows/task/failure';

/**
 * Lets the server call the activity again after `delayMs`, through its queue: polling that costs no event.
 * @param details readable from outside while the activity is pending, as its last failure
 */
export function notYet(message: string, delayMs: number, ...details: unknown[]): ApplicationFailure {
	return ApplicationFailure.create({
		type: NOT_YET,
		message,
		nextRetryDelay: Math.max(1, Math.round(delayMs)),
		details,
		// It is no error, so it is neither counted nor logged as one.
		category: ApplicationFailureCategory.BENIGN,
	});
}
