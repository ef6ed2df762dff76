import { z } from 'zod';
import { agentIdSchema, idSchema, integerIdSchema } from '../../api';
import { conversationFields, leadFilterFields, settleFields, skippedSchema } from '../leads/contract';
import { agentIdsField, count, everyInput } from '../task/contract';
import { inForm } from '../task/field-form';
import { MOST_AGENTS } from './agents/limits';
import { LONGEST_INTERVAL_SECONDS, MAX_LISTED } from './cursor';
import { FLOW_NAME, isFlow } from './flow-name';

const day = z.iso
	.date({ error: 'must be a date in the form YYYY-MM-DD', abort: true })
	.refine((text) => Date.parse(text) <= Date.now(), 'is in the future; use today or an earlier day');

const start = z
	.union([z.iso.date(), z.iso.datetime()], {
		error: 'must be a day (YYYY-MM-DD) or a time (YYYY-MM-DDTHH:MM:SSZ)',
	})
	.refine((text) => Date.parse(text) <= Date.now(), 'is in the future; use an earlier day or time');

/** What lead-sync takes, version 1. */
export const leadSyncInputSchema = z
	.strictObject({
		...everyInput,
		agentId: idSchema
			.optional()
			.describe('The one agent to sync leads of. A sync of one agent by this field has a task of its own')
			.meta(inForm('One agent', { choicesFrom: 'agents', isRare: true })),
		agentIds: agentIdsField('Agents to sync leads of', 'every agent the key can access, also later ones', MOST_AGENTS),
		destination: z
			.string()
			.min(1)
			.refine((name) => !isFlow(name) || FLOW_NAME.test(name), 'must be flow: and up to 150 letters, digits, - _ and .')
			.describe("A destination of the worker's configuration, or flow:<name> for a flow that takes the leads itself")
			.meta(
				inForm('Destination', {
					choicesFrom: 'destinations',
					help: 'Where the leads go. The page of destinations lists all of them',
				}),
			),
		intervalSeconds: z
			.number()
			.int()
			.min(10)
			.max(LONGEST_INTERVAL_SECONDS)
			.default(300)
			.describe('Seconds between two checks for new leads')
			.meta(inForm('Interval', { unit: 'seconds', isRare: true, help: 'Time between two checks for new leads' })),
		startDate: start
			.optional()
			.describe(
				'YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ (UTC): skip leads captured before this day or time. Default: sync all leads',
			)
			.meta(inForm('First day', { help: 'Skip leads captured before this day (UTC). Default: sync all leads' })),
		...leadFilterFields,
		...conversationFields,
		...settleFields,
	})
	.refine(({ agentId, agentIds }) => agentId === undefined || agentIds === undefined, {
		path: ['agentIds'],
		message: 'name the agents beside agentId; use one of the two fields',
	});
export type LeadSyncInput = z.output<typeof leadSyncInputSchema>;

/** How one agent of a sync of several stands. */
export const syncedAgentSchema = z.object({
	agentId: agentIdSchema,
	leadsSynced: count,
	/** Leads of its list of refused leads, for whatever reason. */
	leadsRefused: count,
	/** What became of these, in words. Empty if there are none. */
	problems: z.string(),
	/** ISO 8601 UTC: every lead captured until then was read; null before its first read has ended. */
	completeUntil: z.string().nullable(),
	/**
	 * - first_read: its existing leads are read.
	 * - up_to_date: only new leads are read.
	 * - gone: the key cannot access the agent any more. The sync continues when it is back.
	 * - other_sync: a sync of this agent alone brings its leads to the same place.
	 * - paused, full: as the whole sync.
	 * - not_wanted: the sync was restarted with other agents.
	 */
	state: z.enum(['first_read', 'up_to_date', 'gone', 'other_sync', 'paused', 'full', 'not_wanted']),
	/** The task of the other sync. */
	otherSync: z.string().optional(),
});
export type SyncedAgent = z.output<typeof syncedAgentSchema>;

/** What a sync did until it was stopped: it has no end of its own. */
export const leadSyncResultSchema = z.object({
	version: z.literal(1),
	/** Missing in a sync of several agents. */
	agentId: agentIdSchema.optional(),
	destination: z.string(),
	/** Leads written in total. */
	leadsSynced: count,
	/** Leads that the destination refused and that nobody retried, also those that were set aside. */
	leadsRefused: count,
	/** Leads that the filter skipped. Missing while there are none. */
	leadsSkipped: skippedSchema.optional(),
	/** ISO 8601 UTC: every lead captured until then was read; null if no pass reached its end. */
	completeUntil: z.string().nullable(),
	/** Missing in a sync of one agent by agentId. */
	agents: z.array(syncedAgentSchema).optional(),
});
export type LeadSyncResult = z.output<typeof leadSyncResultSchema>;

const chosenLeads = z.strictObject({
	agentId: agentIdSchema
		.optional()
		.describe(
			'Only leads of this agent. Ids of leads can repeat among agents. Default: leads of all agents of the sync',
		),
	leadIds: z
		.array(integerIdSchema)
		.min(1)
		.max(MAX_LISTED)
		.optional()
		.describe('Ids of refused leads. Default: all refused leads'),
});

/** What a running sync can be asked, and what goes with it. */
export const leadSyncActions = {
	'sync-now': z.strictObject({
		from: day
			.optional()
			.describe('YYYY-MM-DD (UTC): read again all leads captured since this day. Default: only new leads'),
	}),
	pause: z.strictObject({}),
	resume: z.strictObject({}),
	'retry-refused': chosenLeads,
	'dismiss-refused': chosenLeads,
};
export type SyncActions = { [Action in keyof typeof leadSyncActions]: z.output<(typeof leadSyncActions)[Action]> };

/** A lead that the destination refused, or took without some of its values. */
export const refusedLeadSchema = z.object({
	leadId: z.number(),
	/** Whose lead it is, in a sync of several agents. */
	agentId: z.string().optional(),
	reason: z.string(),
	/**
	 * - refused: the destination may take it once something is corrected there. Too many of them block the sync.
	 * - set_aside: the lead does not fit, and the destination takes others. It blocks nobody.
	 * - written_in_part: the destination has the lead without the values that the reason names.
	 *
	 * Default: refused
	 */
	kind: z.enum(['refused', 'set_aside', 'written_in_part']).optional(),
	/** ISO 8601 UTC. */
	at: z.string(),
});
export type RefusedLead = z.output<typeof refusedLeadSchema>;
