import { html } from 'hono/html';
import type { Draft } from '../../../workflows/email/contract';
import type { TranscriptMessage } from '../../../workflows/look-up/activities';
import { approvalForms, type FormContext, resendForm, uncertainForms } from './forms';
import { type EditedFields } from './read-form';
import { conversationPart, decisionsPart, mailPart, words } from './mail-part';
import type { Html, Page } from './page';
import type { ReviewForm } from './read-form';
import type { Question, ReviewView } from '../../../workflows/email/review-contract';

export interface OpenReview {
	view: ReviewView;
	question: Question;
	draft: Draft;
	context: FormContext;
	conversation: { messages: TranscriptMessage[] | null; problem: string };
	/** What was wrong with the last form, and what was typed into it. */
	trouble?: { messages: string[]; edited: EditedFields | null };
}

/** A question that waits for this reviewer. */
export function openPage({ view, question, draft, context, conversation, trouble }: OpenReview): Page {
	const until = new Date(question.expiresAt).toUTCString();
	const title = question.kind === 'approval' ? 'Review a mail before it is sent' : 'Was this mail sent?';
	const forms =
		question.kind === 'approval' ? approvalForms(context, draft, trouble?.edited ?? null) : uncertainForms(context);
	return {
		title,
		content: html`<h1>${title}</h1>
			<p class="soft">Version ${question.number}. ${question.reason} The link works until ${until}.</p>
			${trouble === undefined ? '' : troublePart(trouble.messages)} ${mailPart(draft, view.sender)} ${forms}
			${conversationPart(conversation.messages, conversation.problem)} ${decisionsPart(view.decisions)}`,
	};
}

/** What this link's question came to; it shows nothing of the mail any more. */
export function closedPage(view: ReviewView, number: number): Page {
	const decision = view.decisions.find(({ question }) => question === number);
	if (decision === undefined && view.cancelled !== undefined)
		return messagePage('The task was cancelled', `${view.cancelled} This link accepts no further decision.`);
	if (decision === undefined)
		return messagePage(
			'This review is closed',
			'Nobody decided in time, or the task was cancelled. This link accepts no further decision.',
		);
	const { action, by, at } = decision;
	const next =
		action === 'edit' ? 'All reviewers received a link to the new version.' : 'This link accepts no further decision.';
	return messagePage(
		`This version was ${words(action)}`,
		`By ${by} at ${at}. ${next}`,
		action === 'reject' ? '' : 'good',
	);
}

export function messagePage(title: string, message: string, kind: '' | 'good' | 'bad' = ''): Page {
	return {
		title,
		content: html`<h1>${title}</h1>
			<p class="note ${kind}" role="status">${message}</p>`,
	};
}

/** A decision of which nobody knows whether it was taken, with all that was typed. @param action the page's path */
export function resendPage(action: string, form: ReviewForm, reason: string): Page {
	const title = 'Your decision may not have been saved';
	return {
		title,
		content: html`<h1>${title}</h1>
			<p class="note bad" role="alert">
				${reason} Your input is still here. The decision counts once, however often you send it.
			</p>
			${resendForm(action, form)}`,
	};
}

function troublePart(messages: string[]): Html {
	return html`<div class="note bad" role="alert">
		<p>Nothing was decided:</p>
		<ul>
			${messages.map((message) => html`<li>${message}</li>`)}
		</ul>
	</div>`;
}
