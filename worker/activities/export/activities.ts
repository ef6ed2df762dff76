import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient } from '../../../api';
import type {
	AssembleExport,
	ExportFileActivities,
	ExportReadActivities,
	HeldLeads,
	ReadLeads,
} from '../../../workflows/export/activities';
import type { ErasedLeads } from '../../privacy';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { leadFilterSchema } from '../../../workflows/leads/contract';
import { checked } from '../task/arguments';
import { withHeartbeat } from '../task/look';
import { runSchema, taskId } from '../task/running-task';
import { assembleExport, discardChunks } from './assemble';
import { readLeads } from './read-leads';

/** Milliseconds. */
const EVERY_MS = 10_000;

const count = z.int().min(0);
const heldSchema: z.ZodType<HeldLeads> = z.tuple([count, z.int(), z.int()]);

const formatSchema = z.enum(['csv', 'ndjson', 'xlsx']);
const spreadsheetSchema = z.enum(['any', 'comma', 'semicolon', 'none']);

const readLeadsSchema: z.ZodType<ReadLeads> = z.object({
	agentId: agentIdSchema,
	file: z.object({ format: formatSchema, spreadsheet: spreadsheetSchema }),
	filter: z.object({ startDate: z.string().optional(), endDate: z.string().optional(), email: z.string().optional() }),
	wanted: leadFilterSchema.optional(),
	asOf: z.string(),
	offset: count,
	chunk: count,
	run: runSchema,
});

const assembleSchema: z.ZodType<AssembleExport> = z.object({
	format: formatSchema,
	spreadsheet: spreadsheetSchema,
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
	erased: Pick<ErasedLeads, 'test'>,
): ExportReadActivities {
	return {
		readLeads: (request) =>
			readLeads(checked(readLeadsSchema, request), {
				api,
				store,
				pagesAtOnce: pagesAtOnce(),
				erased,
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
