import { taskFailure } from './failure';

/**
 * Temporal takes 2 MiB of what the codec makes of a value, and packed JSON of ours has a half at most. A workflow cannot
 * pack it. Characters.
 */
const LONGEST = 4 * 1024 * 1024;

/**
 * What a task gives to Temporal itself. Temporal would end its workflow without a word if it were too large. The results of
 * activities are measured by the worker (worker/activities/task/bounded-results.ts).
 * @param what the subject of the sentence
 * @throws a final failure of the type `result_too_large`
 */
export function bounded<Value>(what: string, value: Value): Value {
	if (isBounded(value)) return value;
	throw taskFailure({
		type: 'result_too_large',
		title: 'The task has more to keep than Temporal can store',
		status: 413,
		detail: `${what} of the task is too large for Temporal. What was done stays. Split the task: fewer items, or shorter texts.`,
	});
}

export function isBounded(value: unknown): boolean {
	return value === undefined || JSON.stringify(value).length <= LONGEST;
}
