import type { TaskError } from './task-error';

/**
 * What came of one write that failed.
 *
 * - `conflict`: it is not possible now (409).
 * - `refused`: the service said no for good, and did nothing.
 * - `not-sent`: provably no effect, worth another try: the rate limit (429), a key that is refused and will be replaced
 *   (401), or no connection came about.
 * - `ambiguous`: the answer was lost; it may have taken effect.
 */
export type WriteAnswer =
	| { outcome: 'conflict' | 'ambiguous'; error: TaskError }
	| { outcome: 'refused'; error: TaskError }
	| { outcome: 'not-sent'; error: TaskError; retryAfterMs: number | null };
