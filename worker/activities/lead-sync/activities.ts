import { z } from 'zod';
import { agentIdSchema, type ApiClient, integerIdSchema } from '../../../api';
import type { LeadSyncActivities, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import type { Destinations } from '../../destinations';
import { cursorSchema } from '../../destinations/destination';
import type { WithoutErased } from '../../privacy';
import { checked } from '../task/arguments';
import { type ReportBlockage, signalSync } from './report-blockage';
import { syncLead, syncPage } from './sync-page';

const syncOfSchema: z.ZodType<SyncOf> = z.object({
	connection: z.string(),
	agentId: agentIdSchema,
	destination: z.string(),
});

const syncPageSchema: z.ZodType<SyncPage> = z.object({
	of: syncOfSchema,
	cursor: cursorSchema.nullable(),
	startAt: z.number(),
	reread: z.object({ requestedAt: z.number(), from: z.number() }).nullable(),
	intervalMs: z.number().min(0),
	totals: z.object({ synced: z.number(), refused: z.number() }),
});

/** Leads from one connection to the configured destinations. @param erased removes the leads of erased persons */
export function leadSyncActivities(
	api: ApiClient,
	destinations: Destinations,
	erased: WithoutErased,
	report: ReportBlockage = signalSync,
): LeadSyncActivities {
	return {
		syncPage: (page) => syncPage(api, destinations, erased, checked(syncPageSchema, page), report),
		syncLead: (of, leadId) =>
			syncLead(api, destinations, erased, checked(syncOfSchema, of), checked(integerIdSchema, leadId), report),
	};
}
