import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import type { DecisionAction, Draft } from '../../../workflows/email/contract';
import type { Question, ReviewView } from '../../../workflows/email/review-contract';
import type { TranscriptMessage } from '../../../workflows/look-up/activities';
import type { Problem } from '../../problems/problem';
import { linkFrom } from './link-from';
import { fieldsOf, type ReviewForm, reviewFormSchema } from './form';
import { changeForm, decisionForm, type FormContext, resendForm } from './forms';
import { moment } from './moment';
import { type Html, messagePage, type Page, sendPage } from './page';
import { conversationPart, decisionsPart, mailPart, senderPart, signaturePart } from './parts';

export interface OpenReview {
	view: ReviewView;
	question: Question;
	draft: Draft;
	context: FormContext;
	conversation: { messages: TranscriptMessage[] | null; problem: string };
	/** What was wrong with the last form, and what was typed into it. */
	trouble?: { messages: string[]; form: ReviewForm };
}

/** A question that waits for this reviewer, with the mail that the decision is about. */
export function openPage({ view, question, draft, context, conversation, trouble }: OpenReview): Page {
	const title = question.kind === 'approval' ? 'Review a mail before it is sent' : 'Was this mail sent?';
	return {
		title,
		content: html`<h1>${title}</h1>
			${questionPart(question)} ${trouble === undefined ? '' : troublePart(trouble.messages)}
			${mailPart(draft, view.sender)}
			${
				question.kind === 'approval' ? html`<p><a class="button" href="${changePathOf(context)}">Change it</a></p>` : ''
			}
			${decisionForm(context, question.kind, draft, trouble?.form)}
			${conversationPart(conversation.messages, conversation.problem)} ${decisionsPart(view.decisions)}`,
	};
}

/** The same mail in fields. It can only be saved here, so no page shows one text and sends another. */
export function changePage({ view, question, draft, context, conversation, trouble }: OpenReview): Page {
	const title = 'Change the mail before it is sent';
	return {
		title,
		content: html`<h1>${title}</h1>
			${questionPart(question)} ${trouble === undefined ? '' : troublePart(trouble.messages)} ${senderPart(view.sender)}
			${changeForm(context, trouble?.form ?? fieldsOf(draft), trouble?.form)} ${signaturePart(view.sender)}
			${conversationPart(conversation.messages, conversation.problem)}`,
	};
}

export function changePathOf({ action }: Pick<FormContext, 'action'>): string {
	return `${action}/change`;
}

function questionPart({ number, reason, expiresAt }: Question): Html {
	return html`<p class="soft">Version ${number}. ${reason} The link works until ${moment(expiresAt)}.</p>`;
}

/** A decision of which nobody knows whether it was taken, with all that was typed. @param action where the form goes */
function resendPage(action: string, form: ReviewForm & { action: DecisionAction }, reason: string): Page {
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

/** Whether a person looks at the answer: whoever reviews mails has a browser, and no use for JSON. */
export function isForReviewer({ url }: FastifyRequest): boolean {
	return url.startsWith('/review/');
}

const NO_REVIEW: ReadonlySet<string> = new Set(['invalid_address', 'route_not_found', 'task_not_found']);
const NO_FORM: ReadonlySet<string> = new Set(['invalid_request', 'body_too_large', 'unsupported_media_type']);

/** A refusal as a page. A decision that did not get through is shown with all that was typed, to be sent again. */
export function sendRefusalPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<FastifyReply> {
	if (NO_REVIEW.has(problem.type)) return sendPage(reply, 404, UNKNOWN);
	return sendPage(reply, problem.status, pageOf(request, problem));
}

function pageOf(request: FastifyRequest, problem: Problem): Page {
	const { type, status, title, detail } = problem;
	if (NO_FORM.has(type)) return UNREADABLE;
	if (status < 500 && status !== 429) return messagePage(title, detail, 'bad');
	const reason = reasonOf(problem, request.id);
	if (request.method !== 'POST') return messagePage('The review is unavailable', reason, 'bad');
	const { data: form } = reviewFormSchema.safeParse(request.body);
	const action = form?.action;
	if (form !== undefined && action !== undefined)
		return resendPage(linkFrom(request.url, request.url), { ...form, action }, reason);
	// It was refused before its body was read; a browser that reloads sends it once more.
	return messagePage('Nothing was decided yet', `${reason} Then reload this page: it sends your input again.`, 'bad');
}

/** For people who know nothing of keys and workers. */
function reasonOf({ status, detail, retryAfterSeconds }: Problem, requestId: string): string {
	if (status === 429) return `Too many requests came from your network address. Retry in ${retryAfterSeconds ?? 60} s.`;
	if (retryAfterSeconds !== undefined)
		return `A service behind this page is unavailable. Retry in ${retryAfterSeconds} s.`;
	if (status !== 500) return detail;
	return `An unexpected error occurred. The operator of the gateway finds it in the log under the request id ${requestId}.`;
}

export const UNKNOWN = messagePage(
	'There is no such review',
	'The link is incomplete, or the task was deleted. Open the link from the mail or message again.',
);
export const UNREADABLE = messagePage(
	'The form could not be read',
	'Nothing was decided. Open the link again, and decide there.',
	'bad',
);
