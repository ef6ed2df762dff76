import { z } from 'zod';
import { agentIdSchema, emailAddressSchema, idSchema, LIMITS } from '../../api';
import { decisionOf } from '../review/contract';
import { DAY_SECONDS, decisionTime, LONGEST_SECONDS, reviewFields } from '../review/fields-contract';
import { addressOutcomeSchema, everyInput } from '../task/contract';
import { inForm } from '../task/field-form';

/** RFC 5322, 2.1.1: a line without its end. */
const SUBJECT_LENGTH = 998;
const CONTENT_LENGTH = 100_000;

export const recipientsShape = {
	to: z
		.array(emailAddressSchema)
		.min(1, 'is empty; name at least one address')
		.max(LIMITS.emailRecipients, `has more than ${LIMITS.emailRecipients} addresses`)
		.describe('Recipients. To and CC together: at most 10 addresses. A new conversation is created with the first')
		.meta(inForm('To', { item: 'address' })),
	cc: z.array(emailAddressSchema).max(LIMITS.emailRecipients, `has more than ${LIMITS.emailRecipients} addresses`),
	subject: z
		.string()
		.trim()
		.min(1)
		.max(SUBJECT_LENGTH)
		.regex(/^[^\r\n]*$/, 'must be one line')
		.describe('The subject')
		.meta(inForm('Subject')),
	content: z
		.string()
		.trim()
		.min(1)
		.max(CONTENT_LENGTH)
		.describe('The text')
		.meta(inForm('Text', { isLong: true })),
};

/** What a person approves or rejects. */
export const draftSchema = z.strictObject(recipientsShape).check(({ value, issues }) => {
	issues.push(...recipientIssues(value.to, value.cc));
});
export type Draft = z.output<typeof draftSchema>;

const BCC = 'is not supported by the service; use to and cc';

/** The type of the task. */
export const EMAIL_TASK = 'email-send-with-review';

/** What email-send-with-review takes, version 1. */
export const emailInputSchema = z
	.strictObject(
		{
			...everyInput,
			agentId: idSchema
				.describe('The agent that sends from its mailbox')
				.meta(inForm('Agent', { choicesFrom: 'agents' })),
			to: recipientsShape.to,
			cc: recipientsShape.cc
				.optional()
				.describe('Copy recipients. BCC is not supported')
				.meta(inForm('CC', { item: 'address', isRare: true })),
			subject: recipientsShape.subject,
			content: recipientsShape.content
				.optional()
				.describe('The text. Send either this or prompt')
				.meta(inForm('Text', { isLong: true, help: 'Enter either the text or a prompt' })),
			prompt: z
				.string()
				.trim()
				.min(1)
				.max(CONTENT_LENGTH)
				.optional()
				.describe('Instruction from which the agent drafts the text. Uses one message credit')
				.meta(inForm('Prompt', { isLong: true })),
			sessionId: idSchema
				.regex(/^email:.+/, 'must have the form email:<conversation id>')
				.max(200)
				.optional()
				.describe('An email conversation to reply in. Default: a new conversation')
				.meta(
					inForm('Conversation', {
						choicesFrom: 'email-conversations',
						isRare: true,
						help: 'The email conversation to reply in, as email:<conversation id>. The list shows the newest ones. The inbox of the service and the results of earlier emails name the id too. Default: a new conversation',
					}),
				),
			name: z
				.string()
				.trim()
				.min(1)
				.max(200)
				.optional()
				.describe('Name of the person at the first address, for a new conversation')
				.meta(inForm('Name of the recipient', { isRare: true })),
			mailboxId: idSchema
				.optional()
				.describe("The mailbox to send from. Default: the conversation's own mailbox, or else the default sender")
				.meta(inForm('Mailbox', { choicesFrom: 'mailboxes', isRare: true })),
			reviewers: reviewFields.reviewers,
			remindAfterSeconds: reviewFields.remindAfterSeconds,
			deadlineSeconds: decisionTime(7),
			followSeconds: z
				.int()
				.min(60)
				.max(LONGEST_SECONDS)
				.default(3 * DAY_SECONDS)
				.describe('Seconds to follow the delivery after it was queued')
				.meta(
					inForm('Follow the delivery for', {
						unit: 'seconds',
						isRare: true,
						help: 'How long to follow the delivery after it was queued',
					}),
				),
			resumeAutoReplies: z
				.boolean()
				.default(false)
				.describe("Resume the agent's own replies at the end. A teammate's email pauses them in the conversation")
				.meta(
					inForm("Resume the agent's own replies", {
						isRare: true,
						help: "At the end. A teammate's email pauses them in the conversation",
					}),
				),
		},
		{
			error: (issue) => (issue.code === 'unrecognized_keys' && issue.keys.includes('bcc') ? `bcc ${BCC}` : undefined),
		},
	)
	.check(({ value, issues }) => {
		issues.push(...recipientIssues(value.to, value.cc ?? []));
		if ((value.content === undefined) === (value.prompt === undefined))
			issues.push({
				code: 'custom',
				input: undefined,
				path: ['content'],
				message: 'and prompt: send exactly one of them',
			});
	});
export type EmailInput = z.output<typeof emailInputSchema>;

function recipientIssues(to: string[], cc: string[]) {
	const all = [
		...to.map((address, at) => ({ address, path: ['to', at] })),
		...cc.map((address, at) => ({ address, path: ['cc', at] })),
	];
	const known = new Set<string>();
	const issues = [];
	for (const { address, path } of all) {
		const same = address.toLowerCase();
		if (known.has(same)) issues.push({ code: 'custom' as const, input: undefined, path, message: 'is listed twice' });
		known.add(same);
	}
	if (all.length > LIMITS.emailRecipients)
		issues.push({
			code: 'custom' as const,
			input: undefined,
			path: ['to'],
			message: `and cc have ${all.length} addresses together; the limit is ${LIMITS.emailRecipients}`,
		});
	return issues;
}

/** On a draft: `approve`, `edit`, `reject`. On a mail whose outcome is unknown: the others. */
export const DECISION_ACTIONS = ['approve', 'edit', 'reject', 'confirm_sent', 'retry_same_key', 'abandon'] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** A decision as it stands in the result. */
export const decisionSchema = decisionOf(DECISION_ACTIONS);

const sentDraft = { to: z.array(z.string()), cc: z.array(z.string()), subject: z.string(), content: z.string() };

/** What email-send-with-review ends with, version 1. */
export const emailResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	/**
	 * - `sent`: every address has an outcome, which may be that it bounced.
	 * - `not_followed`: it was queued, and some address has no outcome; `detail` says why.
	 * - `confirmed_sent`, `abandoned`: a person settled an unknown outcome.
	 * - `unknown`: nobody settled it in time.
	 * - `rejected`, `expired`: nothing was sent.
	 */
	outcome: z.enum(['sent', 'not_followed', 'confirmed_sent', 'abandoned', 'unknown', 'rejected', 'expired']),
	/** Null if nothing was sent. */
	sessionId: z.string().nullable(),
	deliveryId: z.string().nullable(),
	/** What was approved, and exactly that was sent; null if nothing was. */
	approved: z.object({ ...sentDraft, hash: z.string(), mailboxId: z.string(), from: z.string() }).nullable(),
	outcomes: z.array(addressOutcomeSchema),
	/** Why the delivery was not followed to the end; null with every other outcome. */
	detail: z.string().nullable(),
	decisions: z.array(decisionSchema),
	autoReplies: z.object({ asked: z.boolean(), resumed: z.boolean(), detail: z.string().nullable() }),
	audit: z.object({ sendRounds: z.int(), uncertain: z.boolean() }),
});
export type EmailResult = z.output<typeof emailResultSchema>;
export type EmailOutcome = EmailResult['outcome'];
