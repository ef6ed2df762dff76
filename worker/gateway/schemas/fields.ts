import { z } from 'zod';
import { sentIdSchema } from '../../../api';
import { VERSION } from '../../config';

/** Longest id of the gateway's own, in bytes of UTF-8: they are ids of Temporal, which has this bound. */
export const GATEWAY_ID_BYTES = 1_000;

/** An id that the gateway issued: of a task, a wait, a subscription, a delivery, or a search for a person. */
export const gatewayIdSchema = sentIdSchema(GATEWAY_ID_BYTES);

/** One of the names that this version knows. A newer caller may send others. */
export function knownName<Name extends string>(names: readonly Name[]) {
	const unknown = `is unknown to this gateway (version ${VERSION}); known are: ${names.join(', ')}`;
	return z.enum(names, { error: ({ input }) => (typeof input === 'string' ? unknown : undefined) });
}

/** A boolean of a query, which comes as text. */
export const yesOrNo = z.stringbool().meta({ type: 'boolean' });

/** The error envelope of every refusal, the same as the service's own (specification, part 7). */
export const errorSchema = z
	.object({
		type: z.string().describe('Stable identifier, for programs'),
		title: z.string().describe('What happened, in a few words'),
		status: z.int().describe('The HTTP status'),
		detail: z.string().describe('What happened and what to do now'),
		issues: z.array(z.object({ path: z.string(), message: z.string() })).describe('The invalid fields'),
	})
	.meta({ description: 'An error' });

/** Responses that every route under /v1 may give. */
export const errorResponses = { '4xx': errorSchema, '5xx': errorSchema };

/** For a write that is done once per key. */
export const idempotencyHeaders = z.looseObject({
	'idempotency-key': z
		.string({
			error: ({ input }) =>
				input === undefined
					? 'is missing; send a text that you choose, and the same text when you repeat the request'
					: 'must be one text',
		})
		.min(1, 'is empty; send a text of 1 to 255 characters')
		.max(255, 'is longer than 255 characters')
		.describe('A text that you choose. A repeat with the same key does nothing new: see "Sent again"'),
});

/** The operation is safe to repeat by itself. Callers may send the key with every write, and it changes nothing. */
export const optionalIdempotencyHeaders = z.looseObject({
	'idempotency-key': z
		.string()
		.max(255, 'is longer than 255 characters')
		.optional()
		.describe('Optional. It changes nothing: this operation is safe to repeat by itself'),
});

/** An optional key, which must not be empty. */
export const cancelHeaders = z.looseObject({
	'idempotency-key': z
		.string()
		.min(1, 'is empty; send a text of 1 to 255 characters')
		.max(255, 'is longer than 255 characters')
		.optional()
		.describe('Optional. With a key, a late repeat does not stop a task that was started again since'),
});
