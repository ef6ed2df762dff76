import { z } from 'zod';
import { agentIdSchema } from '../../api';
import { agentIdsField, count, everyInput, rowErrorSchema } from '../task/contract';
import { inForm } from '../task/field-form';
import { IF_ACTIVE, ifUncertainField, WAIT_UNTIL } from '../retrain/contract';
import { changeCountsSchema, countedChangesField } from '../retrain/source-changes-contract';

const SIX_HOURS = 6 * 3600;

/** What nightly-retrain takes, version 1. */
export const nightlyRetrainInputSchema = z.strictObject({
	...everyInput,
	agentIds: agentIdsField('The agents to retrain'),
	waitUntil: z
		.enum(['canChat', 'finished'])
		.default('finished')
		.describe('Wait for each agent until it can chat, or until its run has ended')
		.meta(inForm('Wait until', { isRare: true, options: WAIT_UNTIL })),
	ifActive: z
		.enum(['adopt', 'wait', 'fail'])
		.default('adopt')
		.describe('If a run of an agent is active already: follow it, start a new one after it, or fail')
		.meta(inForm('If a run is active', { isRare: true, options: IF_ACTIVE })),
	ifUncertain: ifUncertainField(),
	sourceChanges: countedChangesField(),
	atOnce: z
		.number()
		.int()
		.min(1)
		.max(50)
		.default(3)
		.describe('How many agents are in training at the same time')
		.meta(inForm('At the same time', { unit: 'agents', isRare: true })),
	agentTimeoutSeconds: z
		.number()
		.int()
		.min(60, 'must be at least 60 seconds')
		.max(24 * 3600)
		.default(SIX_HOURS)
		.describe('Stop waiting for one agent after this many seconds, so it does not delay the others')
		.meta(
			inForm('Time limit per agent', {
				unit: 'seconds',
				isRare: true,
				help: 'Stop waiting for one agent after this time, so it does not delay the others',
			}),
		),
});
export type NightlyRetrainInput = z.output<typeof nightlyRetrainInputSchema>;

/** - `not_started`: the task was stopped before this agent's turn. */
const rowStatusSchema = z.enum(['completed', 'failed', 'timed_out', 'cancelled', 'not_started']);
export type RowStatus = z.output<typeof rowStatusSchema>;

/** What became of one agent. */
const rowSchema = z.object({
	agentId: agentIdSchema,
	status: rowStatusSchema,
	/** The retrain-and-wait of this agent; null if it was not started. */
	taskId: z.string().nullable(),
	/** Null if no run was followed to where the task wanted it, or the service never showed it. */
	run: z.object({ id: z.string(), pagesCompleted: count, pagesFailed: count }).nullable(),
	adopted: z.boolean(),
	canChat: z.boolean().nullable(),
	/** As in the result of retrain-and-wait; null if no run was followed to where the task wanted it. */
	endSeen: z.boolean().nullable(),
	waitedSeconds: z.number().min(0),
	/** Changed sources of the agent. Null if nothing can be said; absent if nobody wanted it. */
	sourceChanges: changeCountsSchema.nullable().optional(),
	error: rowErrorSchema.nullable(),
});
export type NightlyRetrainRow = z.output<typeof rowSchema>;

/** The schedule that started a task, and its missed and skipped times. */
const scheduledRunSchema = z.object({
	id: z.string(),
	/** ISO 8601 UTC: the time of the schedule that this run stands for. */
	dueAt: z.string(),
	/** Times since the last completed run that passed without a worker, too long ago to be caught up. */
	missed: count,
	/** Times since the last completed run that came while another run was under way. */
	skipped: count,
	/** Temporal's own totals, by which the next run knows what is new. A missed time may be counted more than once. */
	inAll: z.object({ missed: count, skipped: count }),
});
export type ScheduledRun = z.output<typeof scheduledRunSchema>;

/** What nightly-retrain ends with, version 1. */
export const nightlyRetrainResultSchema = z.object({
	version: z.literal(1),
	connection: z.string(),
	/** Null if no schedule started the task. */
	schedule: scheduledRunSchema.nullable(),
	counts: z.record(rowStatusSchema, count),
	/** One row for each agent, in the order of their turns. */
	rows: z.array(rowSchema),
});
export type NightlyRetrainResult = z.output<typeof nightlyRetrainResultSchema>;
