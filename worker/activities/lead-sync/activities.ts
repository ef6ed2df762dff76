import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, integerIdSchema } from '../../../api';
import type { AgentLook, StoredLeadActivities, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import { leadFilterSchema, skippedSchema, wantedConversationSchema } from '../../../workflows/leads/contract';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import {
	type PackedCursor,
	type PackedLeadSyncActivities,
	type PackedPage,
	type PackedResult,
	packResult,
	unpackPage,
} from '../../../workflows/lead-sync/packed-cursor';
import type { Destinations } from '../../destinations';
import type { SyncedPersons, WithoutErased } from '../../privacy';
import { type Blobs, type BlobStore, checkHandOutKey } from '../../storage/blobs';
import { checked } from '../task/arguments';
import type { DestinationTurns } from './destination-turns';
import { findNewAgents } from './find-new-agents';
import { findOtherSyncs, readLeftBehind } from './other-syncs';
import { type ReportBlockage, signalSync } from './report-blockage';
import { storeLead, storePage } from './store-leads';
import { syncLead } from './sync-lead';
import { syncPage } from './sync-page';

const syncOfSchema: z.ZodType<SyncOf> = z.object({
	connection: z.string(),
	agentId: agentIdSchema,
	destination: z.string(),
});

const wantedSchema = wantedConversationSchema.optional();

const numbers = z.array(z.number());
const packedDoneSchema = z.object({ ids: numbers, at: numbers }).optional();
const packedCursorSchema: z.ZodType<PackedCursor> = z.object({
	doneBefore: z.number(),
	done: packedDoneSchema,
	pass: z
		.object({
			begunAt: z.number(),
			upTo: z.number(),
			offset: z.int().min(0),
			seen: numbers,
			done: packedDoneSchema,
			doneFrom: z.number(),
			heldFrom: z.number().optional(),
		})
		.nullable(),
	completeAt: z.number().nullable(),
	rereadAt: z.number(),
});

const pageSchema: z.ZodType<PackedPage> = z.object({
	of: syncOfSchema,
	cursor: packedCursorSchema.nullable(),
	startAt: z.number(),
	reread: z.object({ requestedAt: z.number(), from: z.number() }).nullable(),
	intervalMs: z.number().min(0),
	totals: z.object({
		synced: z.number(),
		refused: z.number(),
		setAside: z.number().optional(),
		inPart: z.number().optional(),
		skipped: skippedSchema.optional(),
	}),
	filter: leadFilterSchema.optional(),
	oncePerPerson: z.boolean().optional(),
	conversation: wantedConversationSchema.optional(),
	early: z.array(z.tuple([z.number(), z.number(), z.union([z.literal(0), z.literal(1)])])).optional(),
	flow: z.string().optional(),
	ofSeveral: z.enum(['known', 'gone']).optional(),
	reported: z.object({ since: z.number(), movesSince: z.number().nullable() }).optional(),
});

const agentLookSchema: z.ZodType<AgentLook> = z.object({
	known: z.array(agentIdSchema),
	room: z.number(),
	intervalMs: z.number(),
});

/** An activity of a page as workflows call it: with packed cursors. */
export function onPackedPage<Result extends { cursor: LeadCursor }>(
	read: (page: SyncPage) => Promise<Result>,
): (packed: PackedPage) => Promise<PackedResult<Result>> {
	return async (packed) => {
		const page = unpackPage(checked(pageSchema, packed));
		return packResult(await read(page), page.cursor);
	};
}

interface LeadSyncParts {
	api: ApiClient;
	destinations: Destinations;
	/** Of the whole process. */
	turns: DestinationTurns;
	/** What flows take leads from. */
	store: BlobStore;
	/** Removes the leads of erased persons. */
	erased: WithoutErased;
	/** Whose lead a sync has taken. */
	synced: SyncedPersons;
	/** See `callsPerDispatch`. */
	pagesAtOnce: () => number;
	/** Default: by a signal to the sync. */
	report?: ReportBlockage;
}

/** Leads from one connection to the configured destinations, and to the store from which flows take them. */
export function leadSyncActivities(parts: LeadSyncParts): PackedLeadSyncActivities {
	const { api, destinations, turns, store, erased, synced, pagesAtOnce, report = signalSync } = parts;
	const stores = { api, erased, synced, store, report };
	const syncs = { api, destinations, turns, erased, synced, report, store };
	return {
		storePage: onPackedPage((page) => storePage(stores, page)),
		syncPage: onPackedPage((page) => syncPage({ ...syncs, pagesAtOnce: pagesAtOnce() }, page)),
		storeLead: (of, leadId, wanted) =>
			storeLead(stores, checked(syncOfSchema, of), checked(integerIdSchema, leadId), checked(wantedSchema, wanted)),
		syncLead: (of, leadId, wanted) =>
			syncLead(syncs, checked(syncOfSchema, of), checked(integerIdSchema, leadId), checked(wantedSchema, wanted)),
		findNewAgents: (look) => findNewAgents(api, checked(agentLookSchema, look)),
	};
}

const blobsSchema = z.array(z.string());

const agentIdsSchema = z.array(agentIdSchema);

/** Deletes what was stored for flows, and reads other syncs. It calls no API. */
export function storedLeadActivities(client: Client, { store }: Blobs): StoredLeadActivities {
	return {
		findOtherSyncs: (connection, destination, agentIds) =>
			findOtherSyncs(client, connection, destination, checked(agentIdsSchema, agentIds)),
		readLeftBehind: (id) => readLeftBehind(client, id),
		async discardLeads(blobs) {
			await Promise.all(checked(blobsSchema, blobs).map((key) => store.remove(checkHandOutKey(key))));
		},
	};
}
