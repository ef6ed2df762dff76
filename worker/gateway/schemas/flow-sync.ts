import { z } from 'zod';
import { idSchema, leadSchema } from '../../../api';
import {
	handOutSettingsSchema,
	MOST_TAKEN,
	OUTCOMES,
	takeRequestSchema,
} from '../../../workflows/lead-sync/hand-out-contract';
import { leadSyncInputSchema } from '../../../workflows/lead-sync/contract';
import { FLOW_NAME } from '../../../workflows/lead-sync/flow-name';
import { namedConnection } from '../../../workflows/task/contract';
import { gatewayIdSchema } from './fields';
import { startWarnings } from './task';

/** Longest wait for leads, in seconds. */
const LONGEST_TAKE_SECONDS = 25;

export const syncIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the sync, as POST /v1/syncs returns it'),
});

const identity = {
	connection: namedConnection.describe("A connection of the worker's configuration"),
	agentId: idSchema.optional().describe('The one agent to sync leads of. Default: several agents, or all'),
	flow: z
		.string()
		.regex(FLOW_NAME, 'must be flow: and up to 150 letters, digits, - _ and .')
		.describe('The flow that takes the leads, as a destination: flow:<name>. Each name is a destination of its own'),
};

export const flowSyncQuery = z.strictObject(identity);

export const openSyncBody = z.strictObject({
	...identity,
	agentIds: leadSyncInputSchema.shape.agentIds.describe(
		'Without agentId: the agents to sync leads of. They hold from this opening on. Default: every agent the key can access, also later ones',
	),
	...handOutSettingsSchema.shape,
	from: z
		.union([z.literal('now'), z.iso.date(), z.iso.datetime()], 'must be now, YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ')
		.optional()
		.describe(
			'Only for the first start: now, a day or a time (ISO 8601 UTC). Leads captured before are skipped. Default: all leads',
		),
	restart: z
		.boolean()
		.default(true)
		.describe('false: a sync that a person cancelled is not started again, and the response is 409'),
});

export const flowSyncSchema = z.object({
	id: z.string().describe('The id of the sync, a task of the type lead-sync'),
	status: z.string(),
	links: z.object({ self: z.string() }),
});

export const openedSyncSchema = flowSyncSchema.extend({
	opening: z.int().describe('Counts how often the flow was published. Send it with POST /v1/syncs/{id}/close'),
	...startWarnings,
});

export const closeSyncBody = z.strictObject({ opening: z.int().min(0) });
export const closedSyncSchema = z.object({
	closed: z.boolean().describe('false: the flow was published again since, so this changed nothing'),
});

export const takeLeadsQuery = z.strictObject({
	wait: z.coerce
		.number()
		.min(0)
		.max(LONGEST_TAKE_SECONDS)
		.default(0)
		.describe('Seconds to wait for leads before the response'),
});
export const takeLeadsBody = takeRequestSchema;

export const leasedLeadsSchema = z.object({
	lease: z.string().nullable().describe('Send it when you settle the leads. Null: no lead waits'),
	leads: z.array(
		z.object({
			attempt: z.int().describe('1, or more after executions that failed'),
			lead: leadSchema.describe('The lead as the service has it. Its id is the same each time it comes'),
		}),
	),
});

export const renewLeaseBody = z.strictObject({
	lease: z.string().min(1),
	leaseSeconds: takeRequestSchema.shape.leaseSeconds,
});
export const renewedLeaseSchema = z.object({
	leads: z.int().describe('Leads that the lease still holds. 0: they were settled or handed out again'),
});

export const settleLeadsBody = z.strictObject({
	lease: z.string().min(1),
	results: z
		.array(
			z.strictObject({
				leadId: z.int(),
				outcome: z
					.enum(OUTCOMES)
					.describe(
						'done: the lead is where it belongs. failed: it is handed out again, up to maxAttempts. refused: no further attempt. released: it is handed out again and no attempt is counted',
					),
				reason: z.string().max(2_000).default('').describe('Why it failed or was refused, for a person'),
			}),
		)
		.min(1)
		.max(MOST_TAKEN),
});
export const settledLeadsSchema = z.object({
	settled: z.int().describe('Results that counted'),
	ignored: z.int().describe('Results of leads that were settled before or handed out again since'),
});

export const peekedLeadSchema = z.object({
	lead: leadSchema.nullable().describe('The lead that comes next, which stays in line. Null: none waits'),
});
