import { html } from 'hono/html';
import { EDIT, type ReviewView } from '../../../workflows/review/contract';
import { type Block, blocksPart } from './blocks';
import type { ReviewForm } from './form-shape';
import { moment } from './moment';
import type { Html, Page } from './page';
import type { PageSubject } from './subject';

export interface NotTaken {
	/** Link to the review. */
	link: string;
	subject: PageSubject;
	view: ReviewView;
	/** Number of the question that the form was about. */
	number: number;
	form: ReviewForm;
}

/** The page had been open while somebody else decided, or while the task ended. What was typed is shown, to be copied. */
export function notTakenPage({ link, subject, view, number, form }: NotTaken): Page {
	const title = 'Your decision was not taken';
	return {
		title,
		content: html`<h1>${title}</h1>
			<div class="note bad" role="alert">
				<p>${reasonOf(subject, view, number)}</p>
				<p>Your form changed nothing and sent nothing.</p>
			</div>
			<p><a class="button" href="${link}">See the outcome</a></p>
			${typedPart(subject, form)}`,
	};
}

function reasonOf(subject: PageSubject, { decisions, cancelled }: ReviewView, number: number): Html {
	const decision = decisions.find(({ question }) => question === number);
	if (decision !== undefined) {
		const { action, by, at } = decision;
		return html`After you opened the page, this version was ${subject.past(action)} by ${by}, ${moment(at)}.`;
	}
	if (cancelled !== undefined) return html`After you opened the page, the task was cancelled. ${cancelled}`;
	return html`The time to decide has passed, or the task was cancelled.`;
}

function typedPart(subject: PageSubject, form: ReviewForm): Html {
	const { action, note } = form;
	const typed = action === EDIT ? subject.typed(form) : noteBlock(note.trim());
	if (typed.length === 0) return html``;
	return html`<h2>What you typed</h2>
		<p class="soft">It was not saved. Copy what you need.</p>
		${blocksPart(typed)}`;
}

function noteBlock(text: string): Block[] {
	return text === '' ? [] : [{ kind: 'text', text }];
}
