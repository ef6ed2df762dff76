import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { agentIdSchema, trainingRunSchema } from '../../../api';
import type { WatchTraining } from '../../../workflows/retrain/activities';

const snapshotSchema = z.object({
	training: z.boolean(),
	canChat: z.boolean(),
	run: trainingRunSchema.nullable(),
	at: z.string(),
});

export const watchSchema: z.ZodType<WatchTraining> = z.object({
	agentId: agentIdSchema,
	runId: z.string().nullable(),
	before: z.string().nullable(),
	until: z.enum(['canChat', 'ended']),
	since: z.number(),
	reportFrom: z.number(),
	reported: snapshotSchema.nullable(),
	settleMs: z.number().min(0),
	couldChat: z.boolean().optional(),
});

export const offsetSchema = z.int().min(0);

export { agentIdSchema };

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
