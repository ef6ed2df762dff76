import { z } from 'zod';
import type { DecisionAnswer, ReviewView } from '../../../workflows/email/contract';
import { decisionSchema } from '../schemas/email-send-with-review';

export const questionSchema = z.object({
	number: z.int(),
	kind: z.enum(['approval', 'uncertain']),
	hash: z.string(),
	reason: z.string(),
	expiresAt: z.number(),
});

const draftSchema = z.object({
	to: z.array(z.string()),
	cc: z.array(z.string()),
	subject: z.string(),
	content: z.string(),
});

/** What a task answers. */
export const reviewViewSchema: z.ZodType<ReviewView> = z.object({
	connection: z.string(),
	agentId: z.string(),
	sessionId: z.string().nullable(),
	sender: z.object({ mailboxId: z.string(), address: z.string(), signature: z.string() }).nullable(),
	draft: draftSchema.nullable(),
	question: questionSchema.nullable(),
	decisions: z.array(decisionSchema),
	asked: z.record(z.string(), z.string()),
	reviewers: z.array(z.string()),
	resumeAutoReplies: z.boolean(),
	keyVersion: z.string(),
	cancelled: z.string().optional(),
});

export const decisionAnswerSchema: z.ZodType<DecisionAnswer> = z.object({
	decision: decisionSchema,
	next: questionSchema.nullable(),
	asked: z.string(),
});
