import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';

/** How many items of a list come before the page. */
export const offsetSchema = z.int().min(0);

/**
 * Checks what a workflow hands to an activity.
 * @throws a final failure: the same argument would be as wrong at the next try
 */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw ApplicationFailure.nonRetryable(
		`The worker cannot use what the task hands over: ${z.prettifyError(parsed.error)}`,
		'invalid_arguments',
	);
}
