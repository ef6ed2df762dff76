import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';

/** Number of items before the page in a list. */
export const offsetSchema = z.int().min(0);

/**
 * Checks the arguments that a workflow passes to an activity.
 * @throws a final failure: a retry would have the same arguments
 */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw ApplicationFailure.nonRetryable(
		`The worker cannot use the arguments that the task passed: ${z.prettifyError(parsed.error)}`,
		'invalid_arguments',
	);
}
