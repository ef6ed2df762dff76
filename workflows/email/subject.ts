import type { ReviewNotice } from '../review/activities';
import type { Question } from '../review/contract';
import type { Review, Subject } from '../review/review';
import type { DecisionAction } from './contract';
import type { MailDecision, MailView } from './review-contract';
import type { EmailTask } from './task';

/** The review of a mail. */
export function reviewOf(task: EmailTask): Review<DecisionAction, MailDecision> {
	const { state, input, keyed } = task;
	return {
		state,
		input,
		keyed,
		subject: subjectOf(task),
		continueAsNewIfSuggested: () => task.continueAsNewIfSuggested(),
	};
}

/** What the words of a mail to reviewers need. */
export interface MailUnderReview extends Pick<ReviewNotice, 'about' | 'subject'> {
	/** Recipients of the email under review. */
	to: string[];
	cc: string[];
}

type OwnView = Pick<MailView, 'agentId' | 'sessionId' | 'sender' | 'draft' | 'origin' | 'resumeAutoReplies'>;

function subjectOf({ state, input, local }: EmailTask): Subject<MailDecision> {
	return {
		actions: { approval: ['approve', 'edit', 'reject'], uncertain: ['confirm_sent', 'retry_same_key', 'abandon'] },
		async seal() {
			if (state.draft === null || state.sender === null) throw new Error('There is no draft to ask about.');
			const { mailboxId } = state.sender;
			return local.sealDraft({
				...state.draft,
				mailboxId,
				sessionId: input.sessionId ?? null,
				agentId: input.agentId,
			});
		},
		view: (): OwnView => ({
			agentId: input.agentId,
			sessionId: state.sessionId,
			sender: state.sender,
			draft: state.draft,
			origin: { recipient: input.to[0] ?? '', prompt: input.prompt ?? null },
			resumeAutoReplies: state.resumeAutoReplies,
		}),
		take({ action, draft, resumeAutoReplies }) {
			state.resumeAutoReplies ||= resumeAutoReplies;
			if (action !== 'edit' || draft === undefined) return null;
			state.draft = draft;
			return 'The text was edited.';
		},
		isRepeat: ({ action, draft }) =>
			action === 'edit' ? JSON.stringify(draft) === JSON.stringify(state.draft) : state.question === null,
		waitsFor,
		message(): MailUnderReview {
			const { subject = '', to = [], cc = [] } = state.draft ?? {};
			return { about: 'mail', subject, to, cc };
		},
	};
}

function waitsFor({ number, kind }: Question, until: string): string {
	return kind === 'approval'
		? `Waiting until ${until} for a person to approve, edit or reject version ${number}.`
		: `The email may or may not have been sent. Waiting until ${until} for a person to settle it.`;
}
