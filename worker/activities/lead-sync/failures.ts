import { ApplicationFailure } from '@temporalio/common';
import { ApiError } from '../../../api';
import type { TaskError } from '../../../workflows/task/failure';
import { DestinationHeldError } from '../../destinations';
import { apiFailure, keyMissing, MAX_WAIT_MS, taskErrorOf } from '../task/failure';

/** Somebody has to do something: a new scope, a new release. */
const PERSON_PAUSE_MS = 5 * 60_000;

/**
 * What stands in the way of a sync, as Temporal retries it. Everything but an agent that is gone holds the cursor until it
 * is over: a sync that ended would need a person to start it again. What is neither the service's nor the
 * destination's comes back as it is.
 */
export function holdingFailure(error: unknown): unknown {
	if (error instanceof DestinationHeldError) return held('destination_held', 'The destination is held up', error);
	const failure = keyMissing(apiFailure(error));
	if (!(error instanceof ApiError) || error.status === 404) return failure;
	if (!(failure instanceof ApplicationFailure) || failure.nonRetryable !== true) return failure;
	return ApplicationFailure.create({
		type: error.type,
		message: error.message,
		details: [taskErrorOf(error)],
		nextRetryDelay: PERSON_PAUSE_MS,
	});
}

/** The destination is not in this worker's configuration (any more). */
export function unknownDestination(name: string): ApplicationFailure {
	const message = `The configuration of this worker has no destination "${name}". Add it and restart the worker, or cancel the sync.`;
	return held(
		'unknown_destination',
		'There is no such destination',
		new DestinationHeldError(message, PERSON_PAUSE_MS),
	);
}

function held(type: string, title: string, { message, retryAfterMs }: DestinationHeldError): ApplicationFailure {
	const details: TaskError = { type, title, status: 503, detail: message, issues: [] };
	return ApplicationFailure.create({
		type,
		message,
		details: [details],
		...(retryAfterMs === null ? {} : { nextRetryDelay: Math.min(retryAfterMs, MAX_WAIT_MS) }),
	});
}
