import { z } from 'zod';
import { rowErrorSchema } from '../../../workflows/task/contract';
import { scheduleSummarySchema } from './schedule';
import { taskListItemSchema } from './task';

const counts = z.record(z.string(), z.int());

/** What a bulk action would do. */
export const bulkPreviewSchema = z.object({
	count: z.int().describe('The rows that match'),
	countIsExact: z.boolean().describe('false: there are more than one bulk action takes, so it would be refused'),
	byType: counts.describe('The rows of each type of task'),
	byConnection: counts.describe("The rows of each connection. '': of none"),
	// The default is for the command line, while an older gateway responds.
	byStatus: counts
		.default({})
		.describe(
			'The rows of each status. Of schedules: active and paused. gone: rows that do not exist, or that the caller may not see',
		),
	refused: z
		.array(
			z.object({
				type: z.string().describe('Stable identifier, for programs'),
				reason: z.string().describe('For people'),
				count: z.int(),
				byType: counts.describe('The rows of each type of task'),
			}),
		)
		.describe('Rows that the action would not be done with, by the reason, the most frequent first'),
	sample: z
		.array(
			z.object({
				id: z.string(),
				task: taskListItemSchema.nullable().describe('Null: it is a schedule, or does not exist'),
				schedule: scheduleSummarySchema.nullable(),
				refusal: rowErrorSchema.nullable().describe('Why it would not be done. Null: nothing speaks against it'),
			}),
		)
		.describe('The first 20 rows'),
	digest: z
		.string()
		.nullable()
		.describe(
			'The selection of a start that acts on these rows alone, however they change until then. Kept as long as an upload. Null: there are too many rows',
		),
});
export type BulkPreviewBody = z.infer<typeof bulkPreviewSchema>;
