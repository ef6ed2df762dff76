import { z } from 'zod';
import { type DecisionAction, type Draft, decisionSchema } from './contract';

/** What the task asks of reviewers, and what they answer. */

/** Something that waits for a person. */
export const questionSchema = z.object({
	/** 1 is the first; an edit asks the next one. */
	number: z.int(),
	kind: z.enum(['approval', 'uncertain']),
	/** Of the version to decide on. */
	hash: z.string(),
	/** Why it is asked, for a person. */
	reason: z.string(),
	/** Milliseconds since 1970. */
	expiresAt: z.number(),
});
export type Question = z.output<typeof questionSchema>;

/** The mailbox that sends. */
const senderSchema = z.object({
	mailboxId: z.string(),
	address: z.string(),
	/** Appended by the service; empty if there is none. */
	signature: z.string(),
});
export type Sender = z.output<typeof senderSchema>;

/** What a reviewer is shown. */
export const reviewViewSchema = z.object({
	connection: z.string(),
	agentId: z.string(),
	sessionId: z.string().nullable(),
	sender: senderSchema.nullable(),
	draft: z
		.object({ to: z.array(z.string()), cc: z.array(z.string()), subject: z.string(), content: z.string() })
		.nullable(),
	question: questionSchema.nullable(),
	decisions: z.array(decisionSchema),
	/** Digests of the requests that were decided, by their ids. */
	asked: z.record(z.string(), z.string()),
	reviewers: z.array(z.string()),
	/** Whether the agent's own replies are resumed at the end, unless a decision says so too. */
	resumeAutoReplies: z.boolean(),
	/** Version of the key that links to the review are made with. */
	keyVersion: z.string(),
	/** What a cancellation left, in a sentence. */
	cancelled: z.string().optional(),
});
export type ReviewView = z.output<typeof reviewViewSchema>;

/** What a person decides, as it reaches the task. */
export interface DecisionRequest {
	/** The caller's. The same id again is the same decision. */
	id: string;
	action: DecisionAction;
	/** Of the version that the person saw. */
	hash: string;
	/** Only with `edit`. */
	draft?: Draft;
	/** Who decides, as far as it is known. */
	by: string;
	via: 'api' | 'page';
	note: string | null;
	resumeAutoReplies: boolean;
}

/** The request with a digest of what was asked, to recognise the same key with another decision. */
export interface DecisionUpdate extends DecisionRequest {
	asked: string;
}

export const decisionAnswerSchema = z.object({
	decision: decisionSchema,
	/** The question after an edit; null after any other decision. */
	next: questionSchema.nullable(),
	/** Digest of the request that it answers. */
	asked: z.string(),
});
export type DecisionResponse = z.output<typeof decisionAnswerSchema>;
