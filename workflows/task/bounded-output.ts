import { taskFailure } from './failure';

/**
 * Temporal takes 2 MiB of what the codec makes of a value, and packed JSON of ours has a half at most. A workflow cannot
 * pack it. Bytes of the encoded text.
 */
const LONGEST = 4 * 1024 * 1024;
/** A character of JavaScript, a UTF-16 unit, has three bytes at most. Shorter texts need not be encoded. */
const MOST_BYTES_EACH = 3;

/**
 * What a task gives to Temporal itself. A larger one would be refused and sent again for ever. The worker measures the
 * results of activities (worker/activities/task/bounded-results.ts).
 * @param what the subject of the sentence
 * @throws a final failure of the type `result_too_large`
 */
export function bounded<Value>(what: string, value: Value): Value {
	if (isBounded(value)) return value;
	throw tooLarge(what);
}

export function isBounded(value: unknown): boolean {
	if (value === undefined) return true;
	const text = JSON.stringify(value);
	return text.length * MOST_BYTES_EACH <= LONGEST || new TextEncoder().encode(text).length <= LONGEST;
}

/** The failure of what a task gives to Temporal or sends on its way. @param what the subject of the sentence */
export function tooLarge(what: string): Error {
	return taskFailure({
		type: 'result_too_large',
		title: 'The task has more to keep than Temporal can store',
		status: 413,
		detail: `${what} is too large for Temporal. What was done stays. Split the task: fewer items, or shorter texts.`,
	});
}
