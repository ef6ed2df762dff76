import { z } from 'zod';
import type { LeadCursor } from '../../workflows/lead-sync/cursor';

const doneSchema = z.array(z.tuple([z.number(), z.number()]));

export const cursorSchema: z.ZodType<LeadCursor> = z.object({
	doneBefore: z.number(),
	done: doneSchema,
	pass: z
		.object({
			begunAt: z.number(),
			upTo: z.number(),
			offset: z.int().min(0),
			seen: z.array(z.number()),
			done: doneSchema,
			doneFrom: z.number(),
		})
		.nullable(),
	completeAt: z.number().nullable(),
	rereadAt: z.number(),
});
