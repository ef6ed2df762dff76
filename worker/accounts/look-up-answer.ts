import { z } from 'zod';
import type { LookUpAnswer } from '../../workflows/look-up/activities';

export const lookUpAnswerSchema: z.ZodType<LookUpAnswer> = z.discriminatedUnion('outcome', [
	z.object({ outcome: z.literal('readable') }),
	z.object({
		outcome: z.literal('mailboxes'),
		mailboxes: z.array(z.object({ id: z.string(), address: z.string(), isDefault: z.boolean() })),
	}),
	z.object({
		outcome: z.literal('transcript'),
		messages: z.array(z.object({ from: z.string(), text: z.string(), at: z.string().nullable() })),
	}),
	z.object({
		outcome: z.literal('page'),
		agents: z.array(z.object({ id: z.string(), name: z.string() })),
		more: z.boolean(),
	}),
	z.object({
		outcome: z.literal('refused'),
		refusal: z.object({
			status: z.number().nullable(),
			title: z.string(),
			detail: z.string().nullable(),
			retryAfterMs: z.number().nullable(),
		}),
	}),
]);
