import { z } from 'zod';
import { agentIdSchema, integerIdSchema } from '../../../api';
import type { SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import { cursorSchema } from '../../destinations/cursor-schema';

export const syncOfSchema: z.ZodType<SyncOf> = z.object({
	connection: z.string(),
	agentId: agentIdSchema,
	destination: z.string(),
});

export const syncPageSchema: z.ZodType<SyncPage> = z.object({
	of: syncOfSchema,
	cursor: cursorSchema.nullable(),
	startAt: z.number(),
	reread: z.object({ requestedAt: z.number(), from: z.number() }).nullable(),
	intervalMs: z.number().min(0),
	totals: z.object({ synced: z.number(), refused: z.number() }),
});

export const leadIdSchema = integerIdSchema;
