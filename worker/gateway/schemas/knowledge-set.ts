import { z } from 'zod';
import { agentIdSchema, idSchema, integerIdSchema } from '../../../api';
import { knowledgeSyncInputSchema } from '../../../workflows/knowledge-sync/contract';
import { namedConnection } from '../../../workflows/task/contract';
import { setSettingsSchema } from '../../../workflows/knowledge-sync/set-settings-contract';
import { recordedSyncSchema } from '../../storage/knowledge-sets';

/** Items of a page. */
const MOST_ITEMS = 100;

const count = z.int().min(0);
const time = z.string().describe('ISO 8601 UTC');
const itemType = z.enum(['qa', 'text', 'page', 'file']);

const settingsSchema = setSettingsSchema.describe(
	'The input of the sync without its rows and without what holds for one sync only',
);

const listedSyncSchema = recordedSyncSchema.omit({ runId: true }).extend({
	startedAt: time,
	endedAt: time,
	outcome: recordedSyncSchema.shape.outcome.describe(
		'stopped: the sync was cancelled, or it failed after its plan. The others are as in its result',
	),
	settings: settingsSchema,
	message: z.string().describe('What its plan says, or how its rows ended, in a sentence for a person'),
	inStep: z.boolean().describe('Whether it was applied, and every row ended as wanted'),
});

const knowledgeSetSchema = z.object({
	connection: z.string(),
	agentId: agentIdSchema,
	set: z.string(),
	version: count.describe('Version of the manifest. 0: the set was never applied'),
	problem: z.string().nullable().describe('Why this worker cannot read the manifest, in sentences. Null: it can'),
	counts: z
		.record(itemType, count)
		.nullable()
		.describe('What the agent knows by the set, by type. Null: the manifest cannot be read'),
	appliedBy: z.string().nullable().describe('The task that applies the set now. Null: no task does'),
	inStepAt: time
		.nullable()
		.describe('When a sync last ended with every row as wanted. Null: no such sync is on record'),
	drifted: count.describe('Items that the newest sync found changed by hand'),
	lastSync: listedSyncSchema.nullable().describe('The newest sync. Null: no sync is on record'),
	settings: settingsSchema.nullable().describe('Those of the newest sync. Null: no sync is on record'),
	syncs: z.array(listedSyncSchema).describe('The last 20 syncs that made a plan, newest first'),
});

export const knowledgeSetListSchema = z.object({ items: z.array(knowledgeSetSchema) });
export type KnowledgeSetView = z.output<typeof knowledgeSetSchema>;

export const knowledgeItemsQuery = z.strictObject({
	connection: namedConnection.describe('The connection of the agent'),
	agentId: idSchema.describe('The agent'),
	set: knowledgeSyncInputSchema.shape.set.describe('The name of the set'),
	type: itemType.optional().describe('Only items of this type'),
	search: z.string().max(200).optional().describe('Only items with this text in their name, whatever its case'),
	limit: z.coerce.number().int().min(1).max(MOST_ITEMS).default(MOST_ITEMS),
	pageToken: z.string().min(1).max(200).optional().describe('nextPageToken of the page before'),
});

export const knowledgeItemsSchema = z.object({
	items: z.array(
		z.object({
			key: z.string(),
			type: itemType,
			name: z.string().describe('The question, title, address or file name'),
			id: integerIdSchema.describe("The service's id"),
			at: time.describe('When the service confirmed it last, ISO 8601 UTC'),
		}),
	),
	nextPageToken: z.string().nullable().describe('The pageToken of the next page. Null on the last page'),
	total: count.describe('Items that match, on all pages'),
});
