import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import type { Decision, Question, ReviewView } from '../../../workflows/review/contract';
import type { Problem } from '../../problems/problem';
import { executionSentence, type LookedExecution } from '../../tasks/executions';
import { type Block, blocksPart } from './blocks';
import { linkFrom } from './link-from';
import type { ReviewForm } from './form-shape';
import { changeForm, decisionForm, type FormContext, resendForm } from './forms';
import { moment } from './moment';
import { type Html, messagePage, type Page, sendPage } from './page';
import type { PageSubject } from './subject';

export interface OpenReview {
	subject: PageSubject;
	view: ReviewView;
	question: Question;
	context: FormContext;
	/** What was before. */
	background: Block[];
	/** What was wrong with the last form, and what was typed into it. */
	trouble?: { messages: string[]; form: ReviewForm };
}

/** A question that waits for this reviewer, with all that the decision is about. */
export function openPage({ subject, view, question, context, background, trouble }: OpenReview): Page {
	const { kind } = question;
	const title = subject.titles[kind];
	return {
		title,
		content: html`<h1>${title}</h1>
			${questionPart(question)} ${executionPart(context.execution)}
			${trouble === undefined ? '' : troublePart(trouble.messages)} ${blocksPart(subject.shown(view))}
			${
				kind === 'approval' && subject.change !== null
					? html`<p><a class="button" href="${changePathOf(context)}">Change it</a></p>`
					: ''
			}
			${decisionForm(context, subject, { kind, view, typed: trouble?.form })} ${blocksPart(background)}
			${decisionsPart(subject, view.decisions)}`,
	};
}

/** The same version in fields. It can only be saved here, so no page shows one text and decides on another. */
export function changePage({ view, question, context, background, trouble }: OpenReview, change: Change): Page {
	const { title } = change;
	return {
		title,
		content: html`<h1>${title}</h1>
			${questionPart(question)} ${trouble === undefined ? '' : troublePart(trouble.messages)}
			${blocksPart(change.above(view))} ${changeForm(context, change, view, trouble?.form)}
			${blocksPart(change.below(view))} ${blocksPart(background)}`,
	};
}

type Change = NonNullable<PageSubject['change']>;

export function changePathOf({ action }: Pick<FormContext, 'action'>): string {
	return `${action}/change`;
}

function decisionsPart(subject: PageSubject, decisions: readonly Decision[]): Html {
	if (decisions.length === 0) return html``;
	return html`<h2>Decided so far</h2>
		<ol>
			${decisions.map(
				({ action, by, at, note }) =>
					html`<li>${subject.past(action)} by ${by}, ${moment(at)}${note === null ? '' : html`: <q>${note}</q>`}</li>`,
			)}
		</ol>`;
}

/** Whether anybody still waits. */
function executionPart(execution: LookedExecution | null): Html {
	if (execution === null) return html``;
	return html`<p class="note bad" role="alert">${executionSentence(execution)}</p>`;
}

function questionPart({ number, reason, expiresAt }: Question): Html {
	return html`<p class="soft">Version ${number}. ${reason} The link works until ${moment(expiresAt)}.</p>`;
}

/** A form with a decision, while nobody knows whether it is taken. */
export interface UnsentForm {
	subject: PageSubject;
	form: ReviewForm & { action: string };
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Of a person who decides. It is shown again if the request fails. */
		unsentForm: UnsentForm | null;
	}
}

/** A decision of which nobody knows whether it was taken, with all that was typed. @param link where the form goes */
function resendPage(link: string, { subject, form }: UnsentForm, reason: string): Page {
	const title = 'Your decision may not have been saved';
	return {
		title,
		content: html`<h1>${title}</h1>
			<p class="note bad" role="alert">
				${reason} Your input is still here. The decision counts once, however often you send it.
			</p>
			${resendForm(link, subject, form)}`,
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
	if (request.unsentForm !== null) return resendPage(linkFrom(request.url, request.url), request.unsentForm, reason);
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
