import { z } from 'zod';
import { agentIdSchema, integerIdSchema, timestampSchema } from './primitives';

export const qaKindSchema = z.enum(['qa', 'media']);

/** A curated question with its answer, served verbatim (specification, part 2). */
export const qaPairSchema = z.looseObject({
	id: integerIdSchema,
	agentId: agentIdSchema,
	kind: qaKindSchema,
	question: z.string(),
	answer: z.string(),
	enabled: z.boolean(),
	attachmentCount: z.number().int(),
	createdAt: timestampSchema,
	updatedAt: timestampSchema.nullable(),
});

export const qaPairCreateBodySchema = z.strictObject({ question: z.string().min(1), answer: z.string().min(1) });

export const qaPairUpdateBodySchema = z
	.strictObject({
		question: z.string().min(1).optional(),
		answer: z.string().min(1).optional(),
		enabled: z.boolean().optional(),
	})
	.refine((body) => Object.keys(body).length > 0, {
		message: 'must have question, answer or enabled',
	});

export type QaPair = z.infer<typeof qaPairSchema>;
export type QaPairCreateBody = z.infer<typeof qaPairCreateBodySchema>;
export type QaPairUpdateBody = z.infer<typeof qaPairUpdateBodySchema>;
