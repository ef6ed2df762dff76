import { z } from 'zod';
import { agentIdSchema } from '../../../api';
import type { AssembleExport, ReadLeads } from '../../../workflows/ports';

const count = z.int().min(0);

export const readLeadsSchema: z.ZodType<ReadLeads> = z.object({
	agentId: agentIdSchema,
	filter: z.object({ startDate: z.string().optional(), endDate: z.string().optional(), email: z.string().optional() }),
	asOf: z.string(),
	offset: count,
	chunk: count,
	keepsAttempts: z.literal(true).optional(),
});

export const assembleSchema: z.ZodType<AssembleExport> = z.object({
	format: z.enum(['csv', 'ndjson', 'xlsx']),
	bom: z.boolean(),
	escapeFormulas: z.boolean(),
	bucket: z.string().optional(),
	chunks: count,
	attempts: z.record(z.string(), count).optional(),
	name: z.string().regex(/^[\w-][\w.-]*$/),
});
