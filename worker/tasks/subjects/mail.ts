import { z } from 'zod';
import { DECISION_ACTIONS, type DecisionAction, type Draft } from '../../../workflows/email/contract';
import { type MailView, mailViewSchema } from '../../../workflows/email/review-contract';
import type { QuestionKind } from '../../../workflows/review/contract';
import type { ReviewNoticeWords, ReviewSubject, Sealed } from './subject';

/** The version of a mail that a person decides on. */
export interface SealedDraft extends Draft {
	agentId: string;
	mailboxId: string;
	sessionId: string | null;
}

const TITLES: Readonly<Record<DecisionAction, string>> = {
	approve: 'Approved the email',
	edit: 'Edited the email',
	reject: 'Rejected the email',
	confirm_sent: 'Confirmed that the email was sent',
	retry_same_key: 'Decided to send the email again with the same key',
	abandon: 'Decided to give up the email',
};

const recipientsSchema = z.object({ to: z.array(z.string()), cc: z.array(z.string()) });

const WORDS: Readonly<Record<QuestionKind, Omit<ReviewNoticeWords, 'facts'>>> = {
	approval: {
		title: 'Please review',
		what: 'A mail waits for your decision. Nothing is sent before a reviewer approves it.',
		how: 'Read it, change it, approve it or reject it here:',
	},
	uncertain: {
		title: 'Was it sent?',
		what: 'An approved mail may or may not have been sent.',
		how: 'Look at the conversation, then decide here:',
	},
};

/** A mail that a person approves, edits or rejects before it is sent. */
export const mail: ReviewSubject<MailView> & Sealed<SealedDraft> & { name: 'mail' } = {
	name: 'mail',
	view: mailViewSchema,
	actions: DECISION_ACTIONS,
	fields: ['draft', 'resumeAutoReplies'],
	worded: ['edit'],
	titles: TITLES,
	messages: {
		approval: {
			title: 'Please review:',
			sentence: 'An email waits for a decision. Nothing is sent before a reviewer approves it.',
		},
		uncertain: {
			title: 'Was it sent?',
			sentence: 'An approved email may or may not have been sent. Look at the conversation, then decide.',
		},
	},
	sealed: ({ agentId, mailboxId, sessionId, to, cc, subject, content }) => [
		...[agentId, mailboxId, sessionId],
		...[to, cc, subject, content],
	],
	notice(sent, shown) {
		const { to, cc } = recipientsSchema.parse(sent);
		const people = (addresses: readonly string[]) => addresses.map(shown).join(', ');
		return {
			...WORDS[sent.kind],
			facts: [
				`Subject: ${shown(sent.subject)}`,
				`To: ${people(to)}`,
				...(cc.length === 0 ? [] : [`CC: ${people(cc)}`]),
			],
		};
	},
};
