import { z } from 'zod';
import { agentIdSchema, type ApiClient, integerIdSchema } from '../../../api';
import type {
	LeadSyncActivities,
	StoredLeadActivities,
	SyncOf,
	SyncPage,
} from '../../../workflows/lead-sync/activities';
import type { Destinations } from '../../destinations';
import { cursorSchema } from '../../destinations/destination';
import type { WithoutErased } from '../../privacy';
import { type Blobs, checkHandOutKey } from '../../storage/blobs';
import { checked } from '../task/arguments';
import { type ReportBlockage, signalSync } from './report-blockage';
import { storeLead, storePage } from './store-leads';
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
	flow: z.string().optional(),
});

/**
 * Leads from one connection to the configured destinations, and to the store from which flows take them.
 * @param erased removes the leads of erased persons
 */
export function leadSyncActivities(
	api: ApiClient,
	destinations: Destinations,
	{ store }: Blobs,
	erased: WithoutErased,
	report: ReportBlockage = signalSync,
): LeadSyncActivities {
	const stores = { api, erased, store, report };
	return {
		storePage: (page) => storePage(stores, checked(syncPageSchema, page)),
		storeLead: (of, leadId) => storeLead(stores, checked(syncOfSchema, of), checked(integerIdSchema, leadId)),
		syncPage: (page) => syncPage(api, destinations, erased, checked(syncPageSchema, page), report),
		syncLead: (of, leadId) =>
			syncLead(api, destinations, erased, checked(syncOfSchema, of), checked(integerIdSchema, leadId), report),
	};
}

const blobsSchema = z.array(z.string());

/** Deletes what was stored for flows. It calls no API. */
export function storedLeadActivities({ store }: Blobs): StoredLeadActivities {
	return {
		async discardLeads(blobs) {
			await Promise.all(checked(blobsSchema, blobs).map((key) => store.remove(checkHandOutKey(key))));
		},
	};
}
