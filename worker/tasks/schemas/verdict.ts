import type { z } from 'zod';

/** What came of a task that reached its end: whether it did what was asked is said here, and nowhere else. */
export interface Verdict {
	/** A word for programs, such as `completed`, `partly_failed` or `rejected`. */
	outcome: string;
	/** The task did all that was asked of it. */
	succeeded: boolean;
	/** One sentence for a person; of a task that did not succeed, why. */
	message: string;
}

/** The verdict on a task of many items. @param good items that are as they were asked to be */
export function verdictOnItems(good: number, total: number, message: string): Verdict {
	if (good === total) return { outcome: 'completed', succeeded: true, message };
	return { outcome: good === 0 ? 'failed' : 'partly_failed', succeeded: false, message };
}

/**
 * What the edges must know of a task.
 * @param judge which results count as having done what was asked
 */
export function taskSchema<Input extends z.ZodType, Result extends z.ZodType>(
	input: Input,
	result: Result,
	judge: (result: z.output<Result>) => Verdict,
) {
	return {
		input,
		result,
		/** Null when it is no result that this version can read. */
		judge(value: unknown): Verdict | null {
			const parsed = result.safeParse(value);
			return parsed.success ? judge(parsed.data) : null;
		},
	};
}
