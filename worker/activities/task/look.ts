import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

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
 * @throws what `work` throws
 */
export async function look<Report>(since: number, timing: PollTiming, work: () => Promise<Report>): Promise<Report> {
	const context = Context.current();
	const beat = setInterval(() => {
		context.heartbeat();
	}, BEAT_MS);
	try {
		return await work();
	} catch (error) {
		throw withPause(error, pauseOf(since, Date.now(), timing));
	} finally {
		clearInterval(beat);
	}
}

function withPause(error: unknown, pauseMs: number): unknown {
	if (!(error instanceof ApplicationFailure) || error.nextRetryDelay !== undefined) return error;
	const { message, type, nonRetryable, details, cause, category } = error;
	return ApplicationFailure.create({
		message,
		...(type && { type }),
		...(nonRetryable && { nonRetryable }),
		...(details && { details }),
		...(cause && { cause }),
		...(category && { category }),
		nextRetryDelay: Math.max(1, Math.round(pauseMs)),
	});
}
