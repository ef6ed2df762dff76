import { html } from 'hono/html';
import { type Decision, EDIT, type ReviewView } from '../../../workflows/review/contract';
import type { TaskView } from '../../tasks';
import { blocksPart } from './blocks';
import { moment } from './moment';
import { type Html, messagePage, type Page } from './page';
import type { CurrentState, PageSubject } from './subject';

export interface ClosedReview {
	subject: PageSubject;
	view: ReviewView;
	/** Number of the question that the link is for. */
	number: number;
	task: TaskView;
	/** Until when the link could be used, in milliseconds since 1970. */
	expiresAt: number;
}

const MINUTE_MS = 60_000;
/** So long after a decision the page says what came of it, also if the link has expired meanwhile. */
const SHOWN_MS = 24 * 60 * MINUTE_MS;

/** What became of this link's question, and what happens now. */
export function closedPage({ subject, view, number, task, expiresAt }: ClosedReview): Page {
	const decision = view.decisions.find(({ question }) => question === number);
	if (decision === undefined) return undecidedPage(view);
	const title = `This version was ${subject.past(decision.action)}`;
	const heading = html`<h1>${title}</h1>
		<p class="soft">By ${decision.by}, ${moment(decision.at)}. ${restOf(decision)}</p>`;
	// An old link no longer says what it was about.
	if (Date.now() >= Math.max(expiresAt, Date.parse(decision.at) + SHOWN_MS)) return { title, content: heading };
	const state = subject.currentState(task, decision.at);
	return {
		title,
		refreshSeconds: state.isFinal ? null : pauseSince(decision),
		content: html`${heading} ${blocksPart(subject.withoutRights(view))} ${statePart(state)}`,
	};
}

function undecidedPage({ cancelled }: ReviewView): Page {
	if (cancelled !== undefined)
		return messagePage('The task was cancelled', `${cancelled} This link accepts no further decision.`);
	return messagePage(
		'This review is closed',
		'Nobody decided in time, or the task was cancelled. This link accepts no further decision.',
	);
}

function restOf({ action }: Decision): string {
	if (action === EDIT) return 'All reviewers received a link to the new version.';
	return 'This link accepts no further decision.';
}

function statePart({ kind, message, isFinal, parts }: CurrentState): Html {
	return html`<h2 id="now">What happens now</h2>
		<div id="state" class="note ${kind}" role="status" aria-labelledby="now">
			<p>${message}</p>
			${
				parts.length > 0
					? html`<ul>
							${parts.map(
								({ name, status, reason, at }) =>
									html`<li>
										${name}: <strong>${status}</strong>${at === null ? '' : html`, ${moment(at)}`}${
											reason === null ? '' : `. ${reason}`
										}
									</li>`,
							)}
						</ul>`
					: ''
			}
			${isFinal ? '' : html`<p class="soft">This page refreshes automatically. <a href="?">Refresh now</a></p>`}
		</div>`;
}

/** Often at first; what comes of it can take days. */
function pauseSince({ at }: Decision): number {
	const passed = Date.now() - Date.parse(at);
	if (passed < 2 * MINUTE_MS) return 3;
	return passed < 60 * MINUTE_MS ? 30 : 300;
}
