import { z } from 'zod';
import { agentIdSchema } from '../../../api';
import { agentIdsField } from './agent-ids';
import type { NightlyRetrainResult } from '../../../workflows/nightly-retrain/contract';
import { digestOf } from '../../../workflows/nightly-retrain/result';
import { type Verdict, verdictOnItems } from './verdict';

const SIX_HOURS = 6 * 3600;

export const nightlyRetrainInputSchema = z.strictObject({
	version: z.literal(1).default(1),
	connection: z.string().min(1).describe('A connection of the worker'),
	agentIds: agentIdsField('The agents to retrain'),
	waitUntil: z
		.enum(['canChat', 'finished'])
		.default('finished')
		.describe('When an agent is done: it can chat, or its run has ended'),
	ifActive: z
		.enum(['adopt', 'wait', 'fail'])
		.default('adopt')
		.describe('When a run of an agent is active already: follow it, start a new one after it, or fail'),
	atOnce: z.number().int().min(1).max(50).default(3).describe('How many agents are in training at the same time'),
	agentTimeoutSeconds: z
		.number()
		.int()
		.min(60, 'must be at least 60 seconds')
		.max(24 * 3600)
		.default(SIX_HOURS)
		.describe('Give one agent up after this many seconds, so that it holds up neither the rest nor the next night'),
});

const rowStatusSchema = z.enum(['completed', 'failed', 'timed_out', 'cancelled', 'not_started']);
const count = z.number().int().min(0);

export const nightlyRetrainResultSchema = z.object({
	version: z.literal(1),
	connection: z.string(),
	schedule: z
		.object({
			id: z.string(),
			dueAt: z.string(),
			missed: count,
			skipped: count,
			inAll: z.object({ missed: count, skipped: count }),
		})
		.nullable(),
	counts: z.record(rowStatusSchema, count),
	rows: z.array(
		z.object({
			agentId: agentIdSchema,
			status: rowStatusSchema,
			taskId: z.string().nullable(),
			run: z.object({ id: z.string(), pagesCompleted: count, pagesFailed: count }).nullable(),
			adopted: z.boolean(),
			canChat: z.boolean().nullable(),
			endSeen: z.boolean().nullable(),
			waitedSeconds: z.number().min(0),
			error: z.object({ type: z.string(), title: z.string(), detail: z.string() }).nullable(),
		}),
	),
});

/** An agent counts that was retrained. */
export function judgeNightlyRetrain(result: NightlyRetrainResult): Verdict {
	return verdictOnItems(result.counts.completed, result.rows.length, digestOf(result));
}
