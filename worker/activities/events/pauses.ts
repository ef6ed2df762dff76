import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { noAnswerSentence } from '../../../api';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import { notYet } from '../../temporal/not-yet';
import { ReceiverNotAskedError } from './receivers';

/** Between two attempts that found the receiver busy: no sooner, because each attempt costs the server work. */
const SHORTEST_BUSY_MS = 5_000;
const LONGEST_BUSY_MS = 30_000;
/** So much longer than due may a pause be, so that the deliveries to a receiver do not all come back at once. */
const SPREAD = 0.5;

interface Tried {
	/** From 1. */
	attempt: number;
	/** Since the first attempt was due, in milliseconds. */
	elapsedMs: number;
}

/**
 * The pause after an attempt, in milliseconds. Attempts that were not made count too, so their number alone would make
 * the pause far too long: it is also bounded by the time that has passed.
 */
export function pauseAfter({ attempt, elapsedMs }: Tried, pauses: DeliveryPauses): number {
	const { initialInterval, backoffCoefficient, maximumInterval } = pauses;
	const byAttempts = initialInterval * backoffCoefficient ** (attempt - 1);
	const byTime = Math.max(initialInterval, elapsedMs * (backoffCoefficient - 1));
	return Math.round(Math.min(byAttempts, byTime, maximumInterval));
}

/** The same for the present attempt of an activity. */
export function nextPause(pauses: DeliveryPauses): number {
	const { attempt, scheduledTimestampMs } = activityInfo();
	return pauseAfter({ attempt, elapsedMs: Date.now() - scheduledTimestampMs }, pauses);
}

/**
 * An attempt that was not made, as a failure that Temporal retries.
 * @returns null for any other error
 */
export function notAsked(error: unknown, host: string, pauses: DeliveryPauses): ApplicationFailure | null {
	if (!(error instanceof ReceiverNotAskedError)) return null;
	const spread = 1 + Math.random() * SPREAD;
	const pause = nextPause(pauses);
	if (error.why === 'busy') {
		const busyPause = Math.min(Math.max(pause, SHORTEST_BUSY_MS), LONGEST_BUSY_MS);
		return notYet(`Enough other messages to ${host} are under way.`, busyPause * spread);
	}
	return ApplicationFailure.create({
		type: 'receiver_rests',
		message: `${host} did not respond to the last messages. Until it does, the worker sends it one at a time.`,
		nextRetryDelay: Math.round(pause * spread),
	});
}

/** @param error whose code is shown: its message could name more than the host */
export function notReached(host: string, error: unknown, pauses: DeliveryPauses): ApplicationFailure {
	return ApplicationFailure.create({
		type: 'not_reached',
		message: noAnswerSentence(host, error),
		nextRetryDelay: nextPause(pauses),
	});
}
