import { z } from 'zod';
import { agentIdSchema, dateSchema, integerIdSchema, pageQuery, timestampSchema } from './primitives';

/** A captured lead; it never carries network data (specification, parts 1 and 2). */
export const leadSchema = z.looseObject({
	id: integerIdSchema,
	agentId: agentIdSchema,
	conversationId: z.string(),
	name: z.string(),
	email: z.string(),
	phone: z.string().nullable(),
	city: z.string(),
	country: z.string(),
	countryCode: z.string(),
	/** The captured form fields. */
	fields: z.record(z.string(), z.unknown()),
	capturedAt: timestampSchema,
});

export const leadsQuerySchema = z.strictObject({
	...pageQuery,
	/** Substring match. */
	email: z.string().optional(),
	/** Inclusive. */
	startDate: dateSchema.optional(),
	/** Inclusive. */
	endDate: dateSchema.optional(),
});

export type Lead = z.infer<typeof leadSchema>;
