import { z } from 'zod';
import { agentIdSchema } from '../../api';
import { agentIdsField, count, everyInput } from '../task/contract';
import { inForm } from '../task/field-form';

/** Time between two rounds is at most a day, so that the full round of each day begins in time. */
const LONGEST_INTERVAL_SECONDS = 24 * 3600;

/** What conversation-sync takes, version 1. */
export const conversationSyncInputSchema = z.strictObject({
	...everyInput,
	agentIds: agentIdsField(
		'Agents to sync conversations of',
		'every agent the key can access, also one that is added later',
	),
	destination: z
		.string()
		.min(1)
		.describe("A PostgreSQL destination of the worker's configuration")
		.meta(
			inForm('Destination', {
				choicesFrom: 'destinations',
				help: 'A PostgreSQL database. Its settings name the two tables',
			}),
		),
	intervalSeconds: z
		.int()
		.min(10)
		.max(LONGEST_INTERVAL_SECONDS)
		.default(300)
		.describe('Seconds between two rounds over the lists of conversations')
		.meta(inForm('Interval', { unit: 'seconds', isRare: true, help: 'Time between two rounds' })),
	recentDays: z
		.int()
		.min(1)
		.max(365)
		.default(7)
		.describe(
			'How far back each round looks, in days. The list of an agent is read down to older conversations. The rest of the list is read once in fullHours',
		)
		.meta(
			inForm('Look back', {
				unit: 'days',
				isRare: true,
				help: 'Each round looks for changes in the conversations of these days',
			}),
		),
	openHours: z
		.int()
		.min(0)
		.max(720)
		.default(24)
		.describe(
			'For how long an unresolved conversation is read again after its last change, in hours, although its list record is the same. 0: only changed records',
		)
		.meta(
			inForm('Watch open conversations', {
				unit: 'hours',
				isRare: true,
				help: 'Reads an unresolved conversation again at growing intervals. 0 if the list shows each new message',
			}),
		),
	fullHours: z
		.int()
		.min(1)
		.max(720)
		.default(24)
		.describe('Hours between two rounds over the whole lists. They find changes and deletions of old conversations')
		.meta(
			inForm('Full round', {
				unit: 'hours',
				isRare: true,
				help: 'Time between two rounds over the whole lists, which find old conversations that changed or were deleted',
			}),
		),
});
export type ConversationSyncInput = z.output<typeof conversationSyncInputSchema>;

const agentSchema = z.object({
	agentId: agentIdSchema,
	/** Rows in the table of conversations, also those that are marked as deleted. */
	conversations: count,
	messages: count,
	/** Conversations that the service deleted. Their rows stay, with the time in deleted_at. */
	deleted: count,
	/** Conversations whose transcripts the service refused, or failed to give. Their rows have what the list shows. */
	withoutTranscript: count,
	/** ISO 8601 UTC: when the last full round of this agent began; null before the first one ended. */
	fullAt: z.string().nullable(),
	/** The service no longer shows the agent, or the key lost access to it. */
	gone: z.boolean(),
	/** Why the last round could not read it; null if it could. */
	problem: z.string().nullable(),
});
export type SyncedAgent = z.output<typeof agentSchema>;

/** The last complete round over all agents. */
const roundSchema = z.object({
	/** ISO 8601 UTC. */
	beganAt: z.string(),
	seconds: z.number(),
	/** Calls of the API: pages of lists, and transcripts. */
	calls: count,
	/** Of these: transcripts. */
	transcripts: count,
});
export type SyncRound = z.output<typeof roundSchema>;

/** What a sync of conversations did until it was stopped: it has no end of its own. */
export const conversationSyncResultSchema = z.object({
	version: z.literal(1),
	destination: z.string(),
	/** Sums over all agents. */
	conversations: count,
	messages: count,
	deleted: count,
	withoutTranscript: count,
	agents: z.array(agentSchema),
	/** Null before the first round has ended. */
	lastRound: roundSchema.nullable(),
	/** ISO 8601 UTC: what changed until then is in the tables, as far as rounds see it; null before the first round has ended. */
	completeUntil: z.string().nullable(),
});
export type ConversationSyncResult = z.output<typeof conversationSyncResultSchema>;

/** What a running sync can be asked, and what goes with it. */
export const conversationSyncActions = {
	'sync-now': z.strictObject({
		everything: z
			.boolean()
			.optional()
			.describe('Read all conversations again, also those that did not change. Default: only what changed'),
	}),
	pause: z.strictObject({}),
	resume: z.strictObject({}),
};
export type ConversationSyncActions = {
	[Action in keyof typeof conversationSyncActions]: z.output<(typeof conversationSyncActions)[Action]>;
};
