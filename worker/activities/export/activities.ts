import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, CONVERSATION_FORMS } from '../../../api';
import type {
	AssembleExport,
	ExportFileActivities,
	ExportReadActivities,
	HeldLeads,
	ReadLeadConversations,
	ReadLeads,
} from '../../../workflows/export/activities';
import type { ErasedLeads } from '../../privacy';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { leadFilterSchema, wantedConversationSchema } from '../../../workflows/leads/contract';
import { checked } from '../task/arguments';
import { withHeartbeat } from '../task/look';
import { runSchema, taskId } from '../task/running-task';
import { assembleExport, discardChunks } from './assemble';
import { readLeadConversations } from './read-conversations';
import { readLeads } from './read-leads';

/** Milliseconds. */
const EVERY_MS = 10_000;

const count = z.int().min(0);
const heldSchema: z.ZodType<HeldLeads> = z.tuple([count, z.int(), z.int()]);

const formatSchema = z.enum(['csv', 'ndjson', 'xlsx']);
const spreadsheetSchema = z.enum(['any', 'comma', 'semicolon', 'none']);

const rowForm = {
	format: formatSchema,
	spreadsheet: spreadsheetSchema,
	conversation: z.enum(CONVERSATION_FORMS).optional(),
};
const rowFormSchema = z.object(rowForm);

const readLeadsSchema: z.ZodType<ReadLeads> = z.object({
	agentId: agentIdSchema,
	file: rowFormSchema,
	filter: z.object({ startDate: z.string().optional(), endDate: z.string().optional(), email: z.string().optional() }),
	wanted: leadFilterSchema.optional(),
	asOf: z.string(),
	from: z.string().optional(),
	until: z.string().optional(),
	offset: count,
	chunk: count,
	run: runSchema,
});

const ofChunk = { chunk: count, attempt: count };
const readLeadConversationsSchema: z.ZodType<ReadLeadConversations> = z.object({
	...ofChunk,
	before: z.object(ofChunk).nullable(),
	into: count,
	file: rowFormSchema,
	wanted: wantedConversationSchema,
	run: runSchema,
});

const assembleSchema: z.ZodType<AssembleExport> = z.object({
	...rowForm,
	bucket: z.string().optional(),
	chunks: count,
	attempts: z.record(z.string(), count),
	run: runSchema,
	parts: z.array(z.union([heldSchema, z.literal(0), z.null()])),
	name: z.string().regex(/^[\w-][\w.-]*$/),
	isFiltered: z.boolean().optional(),
	onePerPerson: z.boolean().optional(),
});

/** Reads of exports, on a connection's queue. @param pagesAtOnce see `callsPerDispatch` */
export function exportReadActivities(
	api: ApiClient,
	{ store }: Blobs,
	pagesAtOnce: () => number,
	erased: ErasedLeads,
): ExportReadActivities {
	return {
		readLeads: (request) =>
			readLeads(checked(readLeadsSchema, request), {
				api,
				store,
				// Leads are in memory with their conversations, so a chunk has only one page of them.
				pagesAtOnce: request.file.conversation === undefined ? pagesAtOnce() : 1,
				erased,
				taskId: taskId(),
				attempt: activityInfo().attempt,
				signal: cancellationSignal(),
			}),
		readLeadConversations: (request) =>
			readLeadConversations(checked(readLeadConversationsSchema, request), {
				api,
				store,
				erased,
				calls: pagesAtOnce(),
				taskId: taskId(),
				attempt: activityInfo().attempt,
				signal: cancellationSignal(),
			}),
	};
}

/** Files of exports, on the worker's own queue. */
export function exportFileActivities(blobs: Blobs, buckets: Buckets): ExportFileActivities {
	return {
		assembleExport: (request) =>
			withHeartbeat(EVERY_MS, () =>
				assembleExport(checked(assembleSchema, request), {
					blobs,
					buckets,
					taskId: taskId(),
					signal: cancellationSignal(),
				}),
			),
		discardChunks: (run) =>
			withHeartbeat(EVERY_MS, () => discardChunks(blobs.store, taskId(), checked(runSchema, run))),
	};
}
