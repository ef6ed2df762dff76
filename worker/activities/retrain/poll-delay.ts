import type { TrainingSnapshot, WatchTraining } from '../../../workflows/retrain/activities';

export interface PollTiming {
	/** Milliseconds. */
	pollMinMs: number;
	/** Milliseconds. */
	pollMaxMs: number;
}

/** A look at each tenth of what has passed, or at each third of what is left, is soon enough. */
const OF_ELAPSED = 10;
const OF_REMAINING = 3;

/**
 * How long to wait before the next look: short at first, longer the longer the run takes, and short again towards
 * its end, as far as the pages tell it.
 * @param now milliseconds since 1970
 * @returns milliseconds between the two bounds
 */
export function pollDelayMs(
	{ since, runId }: WatchTraining,
	{ run }: TrainingSnapshot,
	now: number,
	{ pollMinMs, pollMaxMs }: PollTiming,
): number {
	if (runId === null) return pollMinMs;
	const elapsed = Math.max(0, now - since);
	const done = run === null ? 0 : run.pagesCompleted + run.pagesFailed;
	const left = run === null || done === 0 ? Infinity : (elapsed * Math.max(0, run.pagesTotal - done)) / done;
	return Math.min(pollMaxMs, Math.max(pollMinMs, Math.min(elapsed / OF_ELAPSED, left / OF_REMAINING)));
}
