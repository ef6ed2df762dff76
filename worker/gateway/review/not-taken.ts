import { html } from 'hono/html';
import type { ReviewView } from '../../../workflows/email/review-contract';
import type { ReviewForm } from './form';
import { moment } from './moment';
import type { Html, Page } from './page';
import { words } from './parts';

export interface NotTaken {
	/** Link to the review. */
	link: string;
	view: ReviewView;
	/** Number of the question that the form was about. */
	number: number;
	form: ReviewForm;
}

/** The page had been open while somebody else decided, or while the task ended. What was typed is shown, to be copied. */
export function notTakenPage({ link, view, number, form }: NotTaken): Page {
	const title = 'Your decision was not taken';
	return {
		title,
		content: html`<h1>${title}</h1>
			<div class="note bad" role="alert">
				<p>${reasonOf(view, number)}</p>
				<p>Your form changed nothing and sent nothing.</p>
			</div>
			<p><a class="button" href="${link}">See the outcome</a></p>
			${typedPart(form)}`,
	};
}

function reasonOf({ decisions, cancelled }: ReviewView, number: number): Html {
	const decision = decisions.find(({ question }) => question === number);
	if (decision !== undefined) {
		const { action, by, at } = decision;
		return html`After you opened the page, this version was ${words(action)} by ${by}, ${moment(at)}.`;
	}
	if (cancelled !== undefined) return html`After you opened the page, the task was cancelled. ${cancelled}`;
	return html`The time to decide has passed, or the task was cancelled.`;
}

function typedPart({ action, to, cc, subject, content, note }: ReviewForm): Html {
	if (action !== 'edit' && note.trim() === '') return html``;
	const changes = html`<dl>
			<dt>To</dt>
			<dd>${to}</dd>
			<dt>CC</dt>
			<dd>${cc}</dd>
			<dt>Subject</dt>
			<dd>${subject}</dd>
		</dl>
		<p class="mail">${content}</p>`;
	return html`<h2>What you typed</h2>
		<p class="soft">It was not saved. Copy what you need.</p>
		${action === 'edit' ? changes : html`<p class="mail">${note}</p>`}`;
}
