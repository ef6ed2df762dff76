import { z } from 'zod';
import { agentIdSchema, idSchema, integerIdSchema } from '../../../api';
import type { SyncActions } from '../../../workflows/lead-sync/actions';
import { type LeadSyncResult, MAX_REFUSED } from '../../../workflows/lead-sync/contract';
import type { Verdict } from './verdict';

const day = z.iso
	.date({ error: 'must be a day as YYYY-MM-DD', abort: true })
	.refine((text) => Date.parse(text) <= Date.now(), 'lies in the future; no lead was captured then');

export const leadSyncInputSchema = z.strictObject({
	version: z.literal(1).default(1),
	connection: z.string().min(1).describe('A connection of the worker'),
	agentId: idSchema.describe('The agent whose leads are synced'),
	destination: z.string().min(1).describe('A destination of the worker'),
	intervalSeconds: z
		.number()
		.int()
		.min(10)
		.max(24 * 3600)
		.default(300)
		.describe('Seconds between two looks for new leads'),
	startDate: day
		.optional()
		.describe('YYYY-MM-DD, UTC: leads captured before this day are left out; left out: all leads there are'),
});

export const leadSyncResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	destination: z.string(),
	leadsSynced: z.number().int().min(0),
	leadsRefused: z.number().int().min(0),
	completeUntil: z.string().nullable(),
});

const chosenLeads = z.strictObject({
	leadIds: z
		.array(integerIdSchema)
		.min(1)
		.max(MAX_REFUSED)
		.optional()
		.describe('Ids of refused leads; left out: all of them'),
});

export const leadSyncActions = {
	'sync-now': z.strictObject({
		from: day.optional().describe('YYYY-MM-DD, UTC: read all leads captured since then again; left out: only new ones'),
	}),
	pause: z.strictObject({}),
	resume: z.strictObject({}),
	'retry-refused': chosenLeads,
	'dismiss-refused': chosenLeads,
} satisfies { [Action in keyof SyncActions]: z.ZodType<SyncActions[Action]> };

/** A sync has no end of its own, so that none was ever asked to stop here. */
export function judgeLeadSync({ leadsSynced, leadsRefused }: LeadSyncResult): Verdict {
	const message = `${leadsSynced} leads synced, ${leadsRefused} refused.`;
	return { outcome: leadsRefused > 0 ? 'partly_failed' : 'completed', succeeded: leadsRefused === 0, message };
}
