import type { ResponseLimits } from '../../../worker/temporal/response-limits';
import type { Timing } from '../../../workflows/task/timing';

/**
 * Pauses that a test waits for, in milliseconds. The others are those of the product: what only may not come too soon, or
 * what a test would meet on a busy machine.
 */
export const SOON: Partial<Timing> = {
	blockedPauseMs: 300,
	quietMs: 3_000,
	retryMs: 50,
	longestRetryMs: 400,
	mailRetryMs: 300,
	longestMailRetryMs: 1_000,
	pauseMs: 100,
	eventRetryMs: 300,
	chatIntervalMs: 200,
	proofMs: 200,
};

/** For events that share one message: a machine may stand still for 20 s between two of them. */
export const TOGETHER: Partial<Timing> = { ...SOON, quietMs: 25_000 };

/** In milliseconds. A machine that is busy, or stands still for a while, meets none of them. */
export const UNHURRIED: ResponseLimits = {
	request: 120_000,
	probe: 120_000,
	overview: 120_000,
	lookUp: 240_000,
	execution: 120_000,
	askForWorkersAfter: 120_000,
};
