/** A limit is counted in this number of steps at least. */
const FEWEST_STEPS = 10;
const LONGEST_STEP_MS = 1_000;

/**
 * Calls back when this process has run for so long. It counts steps, not the time of a clock: while a process stands
 * still (a suspended machine, a paused container, a busy event loop), a response may be waiting to be read, and the
 * other side was not slow.
 * @param ms the limit, in milliseconds
 * @param options `ref`: whether the counting keeps the process alive. Default true
 * @returns ends the counting
 */
export function afterRunning(ms: number, callback: () => void, { ref = true } = {}): () => void {
	let left = Math.max(FEWEST_STEPS, Math.ceil(ms / LONGEST_STEP_MS));
	const steps = setInterval(() => {
		left -= 1;
		if (left > 0) return;
		clearInterval(steps);
		callback();
	}, ms / left);
	if (!ref) steps.unref();
	return () => clearInterval(steps);
}

/** What a signal of `timeLimit` aborts with. */
export class OutOfTimeError extends Error {
	// As that of AbortSignal.timeout.
	override readonly name = 'TimeoutError';
	readonly code = 'ETIMEDOUT';

	constructor(ms: number) {
		super(`No response came within ${ms / 1000} s.`);
	}
}

/**
 * As `AbortSignal.timeout`, but it counts only the time in which this process runs.
 * @param ms the limit, in milliseconds
 */
export function timeLimit(ms: number): AbortSignal {
	const controller = new AbortController();
	// Whoever waits for a response keeps the process alive, not its limit.
	afterRunning(ms, () => controller.abort(new OutOfTimeError(ms)), { ref: false });
	return controller.signal;
}

/**
 * Waits for a promise that may never settle, such as one of a foreign connection.
 * @param ms the longest wait, in milliseconds in which this process runs
 * @returns whether it settled in time
 * @throws its error, if it failed in time
 */
export async function endsWithin(ms: number, ending: Promise<unknown>): Promise<boolean> {
	return (
		(await within(
			ms,
			ending.then(() => true),
		)) ?? false
	);
}

/**
 * The same for a promise with a result.
 * @returns its result; null if it did not settle in time
 * @throws its error, if it failed in time
 */
export async function within<Result>(ms: number, ending: Promise<Result>): Promise<Result | null> {
	let stop: () => void = () => undefined;
	const late = new Promise<null>((resolve) => {
		stop = afterRunning(ms, () => resolve(null));
	});
	try {
		return await Promise.race([ending, late]);
	} finally {
		stop();
	}
}
