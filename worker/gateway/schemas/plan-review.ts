import { z } from 'zod';
import { editedTextsSchema, keptKeysSchema, stepKindSchema } from '../../../workflows/knowledge-sync/contract';
import { planRowSchema, type PlanView, rowsNotShown } from '../../../workflows/knowledge-sync/review-contract';
import { count } from '../../../workflows/task/contract';

/** The field of the API that a plan adds to a review. The default is for the command line, as that of a mail. */
export const planShape = {
	plan: z
		.object({
			set: z.string(),
			steps: z.record(stepKindSchema, count).describe('How many steps the plan has of each kind'),
			rows: z
				.array(planRowSchema)
				.nullable()
				.describe(
					'At most 200, first those that need a choice and deletions. Null: nothing waits, or the worker no longer has them',
				),
			rowsNotShown: count.describe('Further rows that the plan would change'),
		})
		.nullable()
		.default(null)
		.describe('The plan of a set of knowledge. Null: the review is about something else'),
};

/** The field that a plan adds to a decision. */
export const planDecisionShape = {
	keep: keptKeysSchema
		.optional()
		.describe('Only with approve, of a plan: keys of items that stay as they are. Default: none'),
	texts: editedTextsSchema
		.optional()
		.describe('Only with edit, of a plan: answers and texts in place of those of the set, by the keys of their rows'),
};

/** What stays is said of what is approved. */
export const keepOnlyApproved = [
	({ action, keep }: { action: string; keep?: unknown }) => keep === undefined || action === 'approve',
	{ path: ['keep'], message: 'is not allowed for any other action than approve' },
] satisfies [unknown, object];

export function presentPlan(view: PlanView): z.output<z.ZodObject<typeof planShape>>['plan'] {
	const { set, steps, rows } = view;
	return { set, steps, rows, rowsNotShown: rowsNotShown(view) };
}
