import { ApplicationFailure } from '@temporalio/common';
import { ApiError, UnreadableListError } from '../../../api';
import { DESTINATION_HELD, UNKNOWN_DESTINATION } from '../../../workflows/lead-sync/activities';
import type { TaskError } from '../../../workflows/task/failure';
import { DestinationHeldError } from '../../destinations';
import { apiFailure, keyMissing, listErrorOf, MAX_WAIT_MS, taskErrorOf } from '../task/failure';

/** A person has to act first, for example add a scope. */
const PERSON_PAUSE_MS = 5 * 60_000;

/**
 * The failure of a blocked sync, as Temporal retries it. Only a missing agent ends the sync. Every other failure blocks
 * it with its cursor unchanged, because a person would have to start an ended sync again.
 * @returns an error of neither the service nor the destination unchanged
 */
export function holdingFailure(error: unknown): unknown {
	if (error instanceof DestinationHeldError) return held(DESTINATION_HELD, 'The destination blocks the sync', error);
	const failure = keyMissing(apiFailure(error));
	if (error instanceof UnreadableListError) return holding(error.message, listErrorOf(error));
	if (!(error instanceof ApiError) || error.status === 404) return failure;
	if (!(failure instanceof ApplicationFailure) || failure.nonRetryable !== true) return failure;
	return holding(error.message, taskErrorOf(error));
}

function holding(message: string, error: TaskError): ApplicationFailure {
	return ApplicationFailure.create({ type: error.type, message, details: [error], nextRetryDelay: PERSON_PAUSE_MS });
}

/** Neither this worker's configuration nor the gateway's store has the destination (or no longer has it). */
export function unknownDestination(name: string): ApplicationFailure {
	const message = `There is no destination "${name}": neither in the configuration of this worker nor at the gateway. Create it again, or cancel the sync.`;
	return held(UNKNOWN_DESTINATION, 'There is no such destination', new DestinationHeldError(message, PERSON_PAUSE_MS));
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
