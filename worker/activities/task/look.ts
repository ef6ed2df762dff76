import { Context } from '@temporalio/activity';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';

export interface PollTiming {
	/** Milliseconds. */
	pollMinMs: number;
	/** Milliseconds. */
	pollMaxMs: number;
}

/** The pause between two looks, as a part of the elapsed time. */
const OF_ELAPSED = 10;

/**
 * The pause before the next look: a tenth of the time that has passed.
 * @param since milliseconds since 1970, like `now`
 * @returns milliseconds between the two bounds
 */
export function pauseOf(since: number, now: number, { pollMinMs, pollMaxMs }: PollTiming): number {
	return Math.min(pollMaxMs, Math.max(pollMinMs, (now - since) / OF_ELAPSED));
}

/** A third of the timeout of `API_LOOK`. */
const BEAT_MS = 1_000;

/**
 * One look at the service, in an activity with `API_LOOK`. Heartbeats show that it is under way. If it fails, the next
 * look comes after the usual pause, or after the pause that the service asks for.
 * @param since start of what is looked at, milliseconds since 1970
 * @param notes for the next attempt. Default: none
 * @throws what `work` throws, with that pause
 */
export async function look<Report>(
	since: number,
	timing: PollTiming,
	work: () => Promise<Report>,
	notes?: object,
): Promise<Report> {
	try {
		return await withHeartbeat(BEAT_MS, work, notes);
	} catch (error) {
		throw withPause(error, pauseOf(since, Date.now(), timing));
	}
}

/**
 * Sends a heartbeat every so many milliseconds, which is also how the activity learns of a cancellation.
 * @param notes for the next attempt; the last ones are sent along with a failure. Default: none
 */
export async function withHeartbeat<Result>(
	everyMs: number,
	work: () => Promise<Result>,
	notes?: object,
): Promise<Result> {
	const context = Context.current();
	const beat = () => {
		context.heartbeat(notes);
	};
	const timer = setInterval(beat, everyMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
		if (notes !== undefined) beat();
	}
}

/**
 * A failure with the pause until the next attempt, unless it has one. For activities whose attempts are mostly looks
 * that found nothing: a pause that grows with every attempt would always be the longest there.
 */
export function withPause(error: unknown, pauseMs: number): unknown {
	const nextRetryDelay = Math.max(1, Math.round(pauseMs));
	if (!(error instanceof ApplicationFailure)) {
		const isCancelled = error instanceof TemporalFailure || (error instanceof Error && error.name === 'AbortError');
		return isCancelled ? error : ApplicationFailure.fromError(error, { nextRetryDelay });
	}
	if (error.nextRetryDelay !== undefined) return error;
	const { message, type, nonRetryable, details, cause, category } = error;
	return ApplicationFailure.create({
		message,
		nextRetryDelay,
		...(type && { type }),
		...(nonRetryable && { nonRetryable }),
		...(details && { details }),
		...(cause && { cause }),
		...(category && { category }),
	});
}
