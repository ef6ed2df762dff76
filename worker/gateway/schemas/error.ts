import { z } from 'zod';

/** The error envelope of every refusal, the same as the service's own (specification, part 7). */
export const errorSchema = z
	.object({
		type: z.string().describe('Stable identifier, for programs'),
		title: z.string().describe('What happened, in a few words'),
		status: z.int().describe('The HTTP status'),
		detail: z.string().describe('What happened and what to do now'),
		issues: z.array(z.object({ path: z.string(), message: z.string() })).describe('The fields that were refused'),
	})
	.meta({ description: 'A refusal' });

/** Responses that every route under /v1 may give. */
export const errorResponses = { '4xx': errorSchema, '5xx': errorSchema };
