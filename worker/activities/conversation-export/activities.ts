import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient } from '../../../api';
import type {
	AssembleConversations,
	ConversationFileActivities,
	ConversationReadActivities,
	PlanConversations,
	ReadConversations,
	ReadTranscripts,
	Span,
} from '../../../workflows/conversation-export/activities';
import type { ErasedLeads } from '../../privacy';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { checked } from '../task/arguments';
import { withHeartbeat } from '../task/look';
import { runSchema, taskId } from '../task/running-task';
import { failingNotes } from '../transcripts/failing-notes';
import { assembleConversations } from './assemble';
import { planConversations } from './plan';
import { readConversations } from './read-conversations';
import { readTranscripts } from './read-transcripts';

/** Milliseconds. */
const EVERY_MS = 10_000;

const count = z.int().min(0);
const attemptsSchema = z.record(z.string(), count);
const day = z.string().optional();
const daysSchema = z.object({ startDate: day, endDate: day, from: day, until: day });
const spanSchema: z.ZodType<Span> = z.tuple([count, count]);

const readConversationsSchema: z.ZodType<ReadConversations> = z.object({
	agentId: agentIdSchema,
	filter: z.object({ channel: z.string().optional(), state: z.enum(['open', 'resolved']).optional() }),
	days: daysSchema,
	offset: count,
	chunk: count,
	run: runSchema,
});

const readTranscriptsSchema: z.ZodType<ReadTranscripts> = z.object({ span: spanSchema, run: runSchema });

const planSchema: z.ZodType<PlanConversations> = z.object({
	days: daysSchema,
	asOf: z.string(),
	chunks: count,
	attempts: attemptsSchema,
	run: runSchema,
});

const assembleSchema: z.ZodType<AssembleConversations> = z.object({
	format: z.enum(['ndjson', 'csv', 'parquet']),
	spreadsheet: z.enum(['any', 'comma', 'semicolon', 'none']),
	bucket: z.string().optional(),
	partition: z.enum(['none', 'day']),
	spans: z.array(spanSchema),
	attempts: attemptsSchema,
	run: runSchema,
	name: z.string().regex(/^[\w-][\w.-]*$/),
});

/** Reads of exports, on a connection's queue. @param atOnce see `callsPerDispatch` */
export function conversationReadActivities(
	api: ApiClient,
	{ store }: Blobs,
	atOnce: () => number,
	erased: Pick<ErasedLeads, 'test'>,
): ConversationReadActivities {
	const given = () => ({
		api,
		store,
		taskId: taskId(),
		attempt: activityInfo().attempt,
		atOnce: atOnce(),
		signal: cancellationSignal(),
	});
	return {
		readConversations: (request) => readConversations(checked(readConversationsSchema, request), given()),
		async readTranscripts(request) {
			const notes = failingNotes();
			try {
				return await readTranscripts(checked(readTranscriptsSchema, request), { ...given(), erased, notes });
			} finally {
				// They are sent along with a failure.
				heartbeat(notes);
			}
		},
	};
}

/** Files of exports, on the worker's own queue. */
export function conversationFileActivities(blobs: Blobs, buckets: Buckets): ConversationFileActivities {
	const given = () => ({ taskId: taskId(), signal: cancellationSignal() });
	return {
		planConversations: (request) =>
			withHeartbeat(EVERY_MS, () =>
				planConversations(checked(planSchema, request), { store: blobs.store, ...given() }),
			),
		assembleConversations: (request) =>
			withHeartbeat(EVERY_MS, () =>
				assembleConversations(checked(assembleSchema, request), { blobs, buckets, ...given() }),
			),
	};
}
