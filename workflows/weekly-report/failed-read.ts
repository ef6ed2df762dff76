import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import { failedOf, shortText } from '../task/failure';
import { wasCancelled } from '../task/run-task';
import { type Measure, type Reason, unknown } from './measures';

/** The service's words stand beside each number of up to 300 agents, and all of it in one result. Characters. */
const LONGEST_DETAIL = 160;

/** What a failed call means for its number. @throws what is not a failure of the call, such as a cancellation */
export function failedMeasure(error: unknown): Measure {
	const failure = failureOf(error);
	const { detail } = failedOf(failure);
	const short = shortText(detail, LONGEST_DETAIL);
	return unknown(reasonOf(failure), detail.length > LONGEST_DETAIL ? `${short} ...` : short);
}

const NO_SCOPE = 'insufficient_scope';

function reasonOf({ type, nonRetryable, details }: ApplicationFailure): Reason {
	if (nonRetryable !== true) return 'unavailable';
	if (type === NO_SCOPE) return 'no_scope';
	const [error] = details ?? [];
	const isForbidden = typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 403;
	return isForbidden ? 'not_in_plan' : 'refused';
}

function failureOf(error: unknown): ApplicationFailure {
	if (isCancellation(error) || wasCancelled(error)) throw error;
	if (error instanceof ActivityFailure && error.cause instanceof ApplicationFailure) return error.cause;
	if (error instanceof ActivityFailure)
		return ApplicationFailure.retryable(error.cause?.message ?? error.message, 'ended');
	throw error;
}
