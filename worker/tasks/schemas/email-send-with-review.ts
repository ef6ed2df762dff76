import { z } from 'zod';
import { agentIdSchema, idSchema, LIMITS } from '../../../api';
import type { DecisionAction, EmailInput, EmailResult } from '../../../workflows/email/contract';
import { type Verdict, verdictOnItems } from './verdict';

const DAY_SECONDS = 24 * 3600;
/** As far as a task can be seen after its end. */
const LONGEST_SECONDS = 30 * DAY_SECONDS;
/** As RFC 5322 has it for a line. */
const SUBJECT_LENGTH = 998;
const CONTENT_LENGTH = 100_000;

const addressSchema = z.email('is no email address').max(254, 'is longer than an address can be');

/** The specification names no value of a status (part 3): these words say that a mail did not reach its address. */
const UNDELIVERED = /bounce|undeliver|reject|refus|block|fail|cancel|drop|suppress|invalid|expired/i;

export const recipientsShape = {
	to: z
		.array(addressSchema)
		.min(1, 'is empty; name at least one address')
		.max(LIMITS.emailRecipients, `has more than ${LIMITS.emailRecipients} addresses`)
		.describe('Whom it goes to; with CC at most 10 addresses. A new conversation is made with the first'),
	cc: z.array(addressSchema).max(LIMITS.emailRecipients, `has more than ${LIMITS.emailRecipients} addresses`),
	subject: z
		.string()
		.trim()
		.min(1)
		.max(SUBJECT_LENGTH)
		.regex(/^[^\r\n]*$/, 'must be one line')
		.describe('The subject'),
	content: z.string().trim().min(1).max(CONTENT_LENGTH).describe('The text'),
};

/** What a person says yes or no to. */
export const draftSchema = z.strictObject(recipientsShape).check(({ value, issues }) => {
	issues.push(...recipientIssues(value.to, value.cc));
});

const BCC = 'is not supported by the service; name everybody in to and cc';

export const emailInputSchema: z.ZodType<EmailInput> = z
	.strictObject(
		{
			version: z.literal(1).default(1),
			connection: z.string().min(1).describe('A connection of the worker'),
			agentId: idSchema.describe('The agent whose mailbox sends'),
			to: recipientsShape.to,
			cc: recipientsShape.cc.optional().describe('Who gets a copy. BCC is not supported'),
			subject: recipientsShape.subject,
			content: recipientsShape.content.optional().describe('The text; either this or prompt'),
			prompt: z
				.string()
				.trim()
				.min(1)
				.max(CONTENT_LENGTH)
				.optional()
				.describe('What the agent is asked for a text to begin with; uses one message credit'),
			sessionId: idSchema
				.regex(/^email:.+/, 'must have the form email:<conversation id>')
				.max(200)
				.optional()
				.describe('An email conversation to answer in; left out: a new one'),
			name: z
				.string()
				.trim()
				.min(1)
				.max(200)
				.optional()
				.describe('Of the person at the first address, for a new conversation'),
			mailboxId: idSchema.optional().describe("Left out: the conversation's own mailbox, else the default sender"),
			reviewers: z
				.array(addressSchema)
				.max(20, 'has more than 20 addresses')
				.optional()
				.describe('Who is told by mail that there is something to decide, where a mail server is configured'),
			remindAfterSeconds: z
				.int()
				.min(60)
				.max(LONGEST_SECONDS)
				.optional()
				.describe('Tell them again each time so many seconds have passed without a decision'),
			deadlineSeconds: z
				.int()
				.min(60)
				.max(LONGEST_SECONDS)
				.default(7 * DAY_SECONDS)
				.describe('How long a question waits for a person; then nothing is sent'),
			followSeconds: z
				.int()
				.min(60)
				.max(LONGEST_SECONDS)
				.default(3 * DAY_SECONDS)
				.describe('How long the delivery is followed after it was queued'),
			resumeAutoReplies: z
				.boolean()
				.default(false)
				.describe("A teammate's mail pauses the agent's own replies in the conversation; this resumes them at the end"),
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
				message: 'and prompt are one or the other: give the text, or what the agent is asked for it',
			});
	});

function recipientIssues(to: string[], cc: string[]) {
	const all = [
		...to.map((address, at) => ({ address, path: ['to', at] })),
		...cc.map((address, at) => ({ address, path: ['cc', at] })),
	];
	const known = new Set<string>();
	const issues = [];
	for (const { address, path } of all) {
		const same = address.toLowerCase();
		if (known.has(same)) issues.push({ code: 'custom' as const, input: undefined, path, message: 'is named twice' });
		known.add(same);
	}
	if (all.length > LIMITS.emailRecipients)
		issues.push({
			code: 'custom' as const,
			input: undefined,
			path: ['to'],
			message: `and cc have ${all.length} addresses together; at most ${LIMITS.emailRecipients} can be sent to`,
		});
	return issues;
}

export const DECISION_ACTIONS = [
	'approve',
	'edit',
	'reject',
	'confirm_sent',
	'retry_same_key',
	'abandon',
] as const satisfies readonly DecisionAction[];

export const decisionSchema = z.object({
	id: z.string(),
	action: z.enum(DECISION_ACTIONS),
	by: z.string(),
	via: z.enum(['api', 'page']),
	at: z.string(),
	question: z.int(),
	hash: z.string(),
	note: z.string().nullable(),
});

const sentDraft = { to: z.array(z.string()), cc: z.array(z.string()), subject: z.string(), content: z.string() };

export const emailResultSchema: z.ZodType<EmailResult> = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	outcome: z.enum(['sent', 'not_followed', 'confirmed_sent', 'abandoned', 'unknown', 'rejected', 'expired']),
	sessionId: z.string().nullable(),
	deliveryId: z.string().nullable(),
	approved: z.object({ ...sentDraft, hash: z.string(), mailboxId: z.string(), from: z.string() }).nullable(),
	outcomes: z.array(
		z.object({
			address: z.string(),
			status: z.string(),
			occurredAt: z.string().nullable(),
			reason: z.string().nullable(),
		}),
	),
	detail: z.string().nullable(),
	decisions: z.array(decisionSchema),
	autoReplies: z.object({ asked: z.boolean(), resumed: z.boolean(), detail: z.string().nullable() }),
	audit: z.object({ sendRounds: z.int(), uncertain: z.boolean() }),
});

/** A mail counts that was sent to all its addresses, or of which a person said that it was. */
export function judgeEmail(result: EmailResult): Verdict {
	const { outcome, outcomes, decisions, detail, autoReplies } = result;
	if (outcome === 'sent' || outcome === 'confirmed_sent') {
		const bounced = outcomes.filter(({ status }) => UNDELIVERED.test(status));
		if (bounced.length > 0) return bouncedOf(bounced, outcomes.length);
		if (autoReplies.asked && !autoReplies.resumed)
			return {
				outcome: 'partly_failed',
				succeeded: false,
				message: `The mail was sent, but the agent's own replies stay paused. ${autoReplies.detail ?? ''}`.trim(),
			};
		const message = outcome === 'sent' ? 'The mail was sent.' : 'A person confirmed that the mail was sent.';
		return { outcome, succeeded: true, message };
	}
	const last = decisions.at(-1);
	const note = last?.note ? ` ${last.note}` : '';
	const messages = {
		rejected: `The mail was rejected by ${last?.by ?? 'a reviewer'}, and not sent.${note}`,
		expired: 'Nobody decided in time, and the mail was not sent.',
		abandoned: `Whether the mail was sent is not certain; ${last?.by ?? 'a person'} decided not to send it again.${note}`,
		unknown: 'Whether the mail was sent is not certain, and nobody settled it in time.',
		not_followed: `The mail was queued, and what became of it is not known for every address. ${detail ?? ''}`.trim(),
	};
	return { outcome, succeeded: false, message: messages[outcome] };
}

function bouncedOf(bounced: EmailResult['outcomes'], addresses: number): Verdict {
	const names = bounced.map(({ address, status }) => `${address} (${status})`).join(', ');
	return verdictOnItems(addresses - bounced.length, addresses, `The mail was sent, and did not reach ${names}.`);
}
