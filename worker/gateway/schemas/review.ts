import { z } from 'zod';
import { decisionOf, QUESTION_KINDS } from '../../../workflows/review/contract';
import { lookedExecutionSchema } from '../../tasks/executions';
import { DECISIONS } from '../../tasks/subjects';
import { mailDecisionShape, mailShape, newVersionOnlyEdited } from './mail-review';
import { keepOnlyApproved, planDecisionShape, planShape } from './plan-review';

/** Longest note of a person on a decision, and their name. */
export const NOTE_LENGTH = 2_000;
export const NAME_LENGTH = 200;

export const decisionBodySchema = z
	.strictObject({
		action: z.enum(DECISIONS),
		hash: z.string().min(1).describe('The hash of the version that the person saw: see GET /v1/tasks/{id}/review'),
		...mailDecisionShape.version,
		by: z
			.string()
			.trim()
			.min(1)
			.max(NAME_LENGTH)
			.optional()
			.describe("Who decides. Default: the caller's name, and no other for a person who signed in at a proxy"),
		note: z.string().trim().min(1).max(NOTE_LENGTH).optional().describe('A note for the result'),
		despiteStopped: z
			.boolean()
			.default(false)
			.describe(
				'Approve, or send again, although the execution was stopped that waits for it (execution). Default: that is refused',
			),
		...mailDecisionShape.options,
		...planDecisionShape,
	})
	.refine(...newVersionOnlyEdited)
	.refine(...keepOnlyApproved);

const questionSchema = z.object({
	number: z.int().describe('The first question is 1. Each edit asks the next one'),
	kind: z
		.enum(QUESTION_KINDS)
		.describe('approval: approve, edit or reject. uncertain: confirm_sent, retry_same_key or abandon'),
	hash: z.string().describe('The hash of the version to decide on'),
	reason: z.string(),
	expiresAt: z.string().describe('ISO 8601 UTC'),
});

const decisionSchema = decisionOf(DECISIONS);

export const reviewSchema = z.object({
	taskId: z.string(),
	...mailShape,
	...planShape,
	execution: lookedExecutionSchema
		.nullable()
		.default(null)
		.describe('The execution of an n8n flow that waits for what comes of it. Null: none does'),
	question: questionSchema.nullable().describe('Null if nothing waits for a person'),
	decisions: z.array(decisionSchema).describe('Oldest first'),
});

export const decisionAnswerSchema = z.object({
	decision: decisionSchema,
	next: questionSchema.nullable().describe('After an edit: the version to decide on now'),
});
