import { z } from 'zod';
import { DECISION_ACTIONS, decisionSchema, draftSchema } from '../../../workflows/email/contract';

/** Longest note of a person on a decision, and their name. */
export const NOTE_LENGTH = 2_000;
export const NAME_LENGTH = 200;

export const decisionBodySchema = z
	.strictObject({
		action: z.enum(DECISION_ACTIONS),
		hash: z.string().min(1).describe('The hash of the version that the person saw: see GET /v1/tasks/{id}/review'),
		draft: draftSchema.optional().describe('Only with edit: the complete new version'),
		by: z
			.string()
			.trim()
			.min(1)
			.max(NAME_LENGTH)
			.optional()
			.describe("Who decides. Default: the caller's name, and no other for a person who signed in at a proxy"),
		note: z.string().trim().min(1).max(NOTE_LENGTH).optional().describe('A note for the result'),
		resumeAutoReplies: z.boolean().default(false).describe("Resume the agent's own replies at the end"),
	})
	.refine(({ action, draft }) => (action === 'edit') === (draft !== undefined), {
		path: ['draft'],
		message: 'is required for the action edit, and not allowed for any other',
	});

const questionSchema = z.object({
	number: z.int().describe('The first question is 1. Each edit asks the next one'),
	kind: z
		.enum(['approval', 'uncertain'])
		.describe('approval: approve, edit or reject. uncertain: confirm_sent, retry_same_key or abandon'),
	hash: z.string().describe('The hash of the version to decide on'),
	reason: z.string(),
	expiresAt: z.string().describe('ISO 8601 UTC'),
});

const shownDraft = z.object({
	to: z.array(z.string()),
	cc: z.array(z.string()),
	subject: z.string(),
	content: z.string(),
});

export const reviewSchema = z.object({
	taskId: z.string(),
	agentId: z.string(),
	sessionId: z.string().nullable(),
	from: z.string().nullable().describe('The address of the mailbox'),
	signature: z.string().nullable().describe('The service appends it to the text'),
	draft: shownDraft.nullable(),
	question: questionSchema.nullable().describe('Null if nothing waits for a person'),
	decisions: z.array(decisionSchema).describe('Oldest first'),
});

export const decisionAnswerSchema = z.object({
	decision: decisionSchema,
	next: questionSchema.nullable().describe('After an edit: the version to decide on now'),
});
