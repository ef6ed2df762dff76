import { z } from 'zod';
import { type DecisionRequest, viewShape } from '../review/contract';
import { type DecisionAction, type Draft, decisionSchema } from './contract';

/** A mail as the subject of a review. */

/** The mailbox that sends. */
const senderSchema = z.object({
	mailboxId: z.string(),
	address: z.string(),
	/** Appended by the service; empty if there is none. */
	signature: z.string(),
});
export type Sender = z.output<typeof senderSchema>;

/** What a reviewer is shown of a mail. */
export const mailViewSchema = z.object({
	...viewShape,
	agentId: z.string(),
	sessionId: z.string().nullable(),
	sender: senderSchema.nullable(),
	draft: z
		.object({ to: z.array(z.string()), cc: z.array(z.string()), subject: z.string(), content: z.string() })
		.nullable(),
	decisions: z.array(decisionSchema),
	/** What the task was started with. An edit does not change it. Null: a worker of an earlier version answers. */
	origin: z
		.object({
			/** The first recipient, whose lead the page shows. */
			recipient: z.string(),
			/** What the agent drafted the text from. Null if the task was started with a text. */
			prompt: z.string().nullable(),
		})
		.nullable()
		.default(null),
	/** Whether the agent's own replies are resumed at the end, unless a decision says so too. */
	resumeAutoReplies: z.boolean(),
});
export type MailView = z.output<typeof mailViewSchema>;

/** What a person decides on a mail. */
export interface MailDecision extends DecisionRequest<DecisionAction> {
	/** Only with `edit`. */
	draft?: Draft;
	resumeAutoReplies: boolean;
}
