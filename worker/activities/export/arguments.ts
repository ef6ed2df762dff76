import { z } from 'zod';
import { agentIdSchema } from '../../../api';
import type { AssembleExport, HeldLeads, ReadLeads } from '../../../workflows/export/activities';

const count = z.int().min(0);
/** Part of a key: an id of Temporal's. */
export const runSchema = z.string().regex(/^[\w-]+$/);
const heldSchema: z.ZodType<HeldLeads> = z.tuple([count, z.int(), z.int()]);

export const readLeadsSchema: z.ZodType<ReadLeads> = z.object({
	agentId: agentIdSchema,
	filter: z.object({ startDate: z.string().optional(), endDate: z.string().optional(), email: z.string().optional() }),
	asOf: z.string(),
	offset: count,
	chunk: count,
	run: runSchema,
});

export const assembleSchema: z.ZodType<AssembleExport> = z.object({
	format: z.enum(['csv', 'ndjson', 'xlsx']),
	bom: z.boolean(),
	escapeFormulas: z.boolean(),
	bucket: z.string().optional(),
	chunks: count,
	attempts: z.record(z.string(), count),
	run: runSchema,
	parts: z.array(z.union([heldSchema, z.literal(0), z.null()])),
	name: z.string().regex(/^[\w-][\w.-]*$/),
});
