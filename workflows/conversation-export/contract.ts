import { z } from 'zod';
import { agentIdSchema } from '../../api';
import { agentIdsField, count, everyInput } from '../task/contract';
import {
	bucketField,
	bucketPlaceSchema,
	ENDS_AFTER_START,
	exportFileSchema,
	ONE_PERIOD,
	PERIOD_ALONE,
	periodFields,
	spreadsheetField,
	ZONE_OF_PERIOD,
} from '../task/export-contract';
import { plannedPeriodSchema } from '../task/period-contract';
import { inForm } from '../task/field-form';

const LONGEST_CHANNEL = 200;

/** What conversation-export takes, version 1. */
export const conversationExportInputSchema = z
	.strictObject({
		...everyInput,
		agentIds: agentIdsField('Agents to export conversations of'),
		...periodFields('the first conversation'),
		channel: z
			.string()
			.trim()
			.min(1, 'is empty; remove the field to export all channels')
			.max(LONGEST_CHANNEL)
			.optional()
			.describe('Only conversations of this channel, with the name that the service uses')
			.meta(inForm('Channel', { isRare: true })),
		state: z
			.enum(['any', 'open', 'resolved'])
			.default('any')
			.describe('Only conversations in this state. any: all of them')
			.meta(inForm('State', { isRare: true, options: { any: 'Any', open: 'Open', resolved: 'Resolved' } })),
		format: z
			.enum(['ndjson', 'csv', 'parquet'])
			.default('ndjson')
			.describe(
				'NDJSON has one conversation per line, as the service returns it with its messages, and with agentId and transcriptMissing. CSV and Parquet have one row per message',
			)
			.meta(
				inForm('Format', {
					help: 'Columns of CSV and Parquet: agentId, conversationId, channel, state, createdAt, message, messageId, from, text, sentAt, messageFields, conversationFields and transcriptMissing. The fields columns have all other fields, as JSON',
					options: {
						ndjson: 'NDJSON, a conversation a line',
						csv: 'CSV, a row a message',
						parquet: 'Parquet, a row a message',
					},
				}),
			),
		spreadsheet: spreadsheetField,
		bucket: bucketField,
		partition: z
			.enum(['none', 'day'])
			.default('none')
			.describe('day: one file per day (UTC) on which conversations began, in the bucket. none: one file')
			.meta(
				inForm('Files', {
					isRare: true,
					help: 'A file per day needs a bucket. Its key has the day, such as day=2026-11-21',
					options: { none: 'One file', day: 'One file per day' },
				}),
			),
	})
	.refine(ONE_PERIOD.check, ONE_PERIOD.otherwise)
	.refine(PERIOD_ALONE.check, PERIOD_ALONE.otherwise)
	.refine(ZONE_OF_PERIOD.check, ZONE_OF_PERIOD.otherwise)
	.refine(ENDS_AFTER_START.check, ENDS_AFTER_START.otherwise)
	.refine(({ partition, bucket }) => partition === 'none' || bucket !== undefined, {
		path: ['partition'],
		message: 'needs a bucket; name one in bucket, or use none',
	});
export type ConversationExportInput = z.output<typeof conversationExportInputSchema>;

const agentConversationsSchema = z.object({
	agentId: agentIdSchema,
	/** In the file. */
	conversations: count,
	/** The agent was deleted, or removed from the key, while its conversations were read. */
	gone: z.boolean(),
});

/**
 * Why a transcript is not in the file.
 * - `deleted`: the conversation was deleted after the list was read. It is not in the file.
 * - `agent_gone`: its agent went before it was read. It is not in the file.
 * - `refused`: the service refused to give it out. The file has what the list shows.
 * - `failed`: the service fails for this conversation alone. The file has what the list shows.
 * - `no_id`: the list shows no id. The file has what the list shows.
 */
export const MISSING_REASONS = ['deleted', 'agent_gone', 'refused', 'failed', 'no_id'] as const;

const missingConversationSchema = z.object({
	agentId: agentIdSchema,
	conversationId: z.string().nullable(),
	reason: z.enum(MISSING_REASONS),
	/** The words of the service; null if there are none. */
	detail: z.string().nullable(),
});
export type MissingConversation = z.output<typeof missingConversationSchema>;
export type MissingReason = MissingConversation['reason'];

const missingSchema = z.object({
	deleted: count,
	agent_gone: count,
	refused: count,
	failed: count,
	no_id: count,
	/** The first of them by name, at most 100. Those of agents that have gone are only counted. */
	conversations: z.array(missingConversationSchema),
});

const partitionSchema = z.object({
	/** YYYY-MM-DD (UTC); null for conversations that show no time. */
	day: z.string().nullable(),
	key: z.string(),
	bytes: count,
	sha256: z.string(),
	conversations: count,
	messages: count,
});
export type ExportPartition = z.output<typeof partitionSchema>;

const conversationAuditSchema = z.object({
	/** Pages of lists that were read. */
	pages: count,
	/** Transcripts that were read, one call each. */
	transcripts: count,
	/** How often a list had changed so much that a page was read again further up. */
	stepsBack: count,
	/** Conversations that the lists showed more than once. */
	repeats: count,
	/** Conversations whose record shows no time, so that a period could not leave them out. */
	undated: count,
});

/** What conversation-export ends with, version 1. */
export const conversationExportResultSchema = z.object({
	version: z.literal(1),
	/** ISO 8601 UTC: conversations that began later are not in the file. */
	asOf: z.string(),
	/** What the period of the input came to; null if it names days, or none. */
	period: plannedPeriodSchema.nullable().default(null),
	conversations: count,
	messages: count,
	/** One entry for each agent, in the order in which they were read. */
	agents: z.array(agentConversationsSchema),
	/** Transcripts that are not in the file. */
	missing: missingSchema,
	/** Null if there is a file per day. */
	file: exportFileSchema.nullable(),
	/** Where the file was put, or the beginning of the keys of the files per day; null if the gateway keeps it. */
	bucket: bucketPlaceSchema.nullable(),
	/** A file per day; null if there is one file. */
	partitions: z.array(partitionSchema).nullable(),
	audit: conversationAuditSchema,
});
export type ConversationExportResult = z.output<typeof conversationExportResultSchema>;
