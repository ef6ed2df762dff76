import { z } from 'zod';
import { count, rowErrorSchema } from '../task/contract';
import { inForm } from '../task/field-form';
import { selectorSchema } from '../task/selector-contract';
import { EACH_TYPES } from './kinds';

/** What for-each-connection takes, version 1. */
export const forEachConnectionInputSchema = z.strictObject({
	version: z.literal(1).default(1).describe('Version of this input'),
	selector: selectorSchema
		.describe('The connections by their labels, such as client=acme,region in (eu,us)')
		.meta(inForm('Labels of connections')),
	type: z
		.enum(EACH_TYPES)
		.describe('The type of the task that each connection gets')
		.meta(
			inForm('Task', {
				options: {
					'nightly-retrain': 'Retrain all agents',
					'lead-export': 'Export leads',
					'conversation-export': 'Export conversations',
					'knowledge-sync': 'Keep knowledge in step',
					'weekly-report': 'Weekly report',
					'lead-sync': 'Sync leads',
					'conversation-sync': 'Sync conversations',
				},
			}),
		),
	input: z
		.record(z.string(), z.unknown())
		.default({})
		.describe('The input of each of these tasks, without its connection')
		.meta(
			inForm('Input of the task', {
				help: 'As JSON, such as {"agentIds": ["agent_a"]}. The connection is that of each one',
			}),
		),
	atOnce: z
		.int()
		.min(1)
		.max(200)
		.default(20)
		.describe('How many connections have their turn at the same time. Syncs run all at once')
		.meta(inForm('At the same time', { isRare: true })),
});
export type ForEachConnectionInput = z.output<typeof forEachConnectionInputSchema>;

/**
 * - `waiting`: its turn has not come.
 * - `running`: its task runs.
 * - `refused`: its task could not be started.
 * - `left`: it is no longer selected. Its sync was stopped. Any other task of it continues by itself.
 */
const statusSchema = z.enum(['waiting', 'running', 'completed', 'not_done', 'cancelled', 'refused', 'left']);
export type EachStatus = z.output<typeof statusSchema>;

const rowSchema = z.object({
	connection: z.string(),
	/** Null if no task was started. */
	taskId: z.string().nullable(),
	status: statusSchema,
	/** The end of its task in one sentence; null while it runs. */
	message: z.string().nullable(),
	error: rowErrorSchema.nullable(),
});
export type EachRow = z.output<typeof rowSchema>;

/** What for-each-connection ends with, version 1. */
export const forEachConnectionResultSchema = z.object({
	version: z.literal(1),
	selector: z.string(),
	type: z.enum(EACH_TYPES),
	counts: z.record(statusSchema, count),
	/** One row for each connection that was selected at some time, in the order in which they came. */
	rows: z.array(rowSchema),
});
export type ForEachConnectionResult = z.output<typeof forEachConnectionResultSchema>;
