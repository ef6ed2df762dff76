import { z } from 'zod';
import { draftSchema } from '../../../workflows/email/contract';
import type { MailView } from '../../../workflows/email/review-contract';
import { mailWarnings } from '../../tasks/subjects';

/**
 * The fields of the API that a mail adds to a review. A default is for the command line, while an older gateway responds
 * that does not have the field.
 */
export const mailShape = {
	agentId: z.string(),
	sessionId: z.string().nullable(),
	from: z.string().nullable().describe('The address of the mailbox'),
	signature: z.string().nullable().describe('The service appends it to the text'),
	draft: z
		.object({ to: z.array(z.string()), cc: z.array(z.string()), subject: z.string(), content: z.string() })
		.nullable(),
	prompt: z
		.string()
		.nullable()
		.default(null)
		.describe('What the agent drafted the text from. Null if the task was started with a text'),
	warnings: z
		.array(z.string())
		.default([])
		.describe('What to know of the draft before a decision, such as hidden characters'),
};

/** The fields that a mail adds to a decision. */
export const mailDecisionShape = {
	version: { draft: draftSchema.optional().describe('Only with edit: the complete new version') },
	options: {
		resumeAutoReplies: z.boolean().default(false).describe("Resume the agent's own replies at the end"),
	},
};

/** An edit is a new version, of a mail or of texts of a plan, and nothing else is. */
export const newVersionOnlyEdited = [
	({ action, draft, texts }: { action: string; draft?: unknown; texts?: unknown }) =>
		[draft, texts].filter((each) => each !== undefined).length === (action === 'edit' ? 1 : 0),
	{ path: ['draft'], message: 'or texts is required for the action edit, and not allowed for any other' },
] satisfies [unknown, object];

/** The fields of a review that is about something else. */
export const noMail = { sessionId: null, from: null, signature: null, draft: null, prompt: null, warnings: [] };

export function presentMail(view: MailView): z.infer<z.ZodObject<typeof mailShape>> {
	const { agentId, sessionId, sender, draft, origin } = view;
	return {
		agentId,
		sessionId,
		from: sender?.address ?? null,
		signature: sender?.signature ?? null,
		draft,
		prompt: origin?.prompt ?? null,
		warnings: mailWarnings(draft),
	};
}
