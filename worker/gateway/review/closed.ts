import { html } from 'hono/html';
import type { Decision } from '../../../workflows/email/contract';
import type { ReviewView } from '../../../workflows/email/review-contract';
import type { TaskView } from '../../tasks';
import { currentState, type CurrentState } from './current-state';
import { moment } from './moment';
import { type Html, messagePage, type Page } from './page';
import { recipientsPart, words } from './parts';

export interface ClosedReview {
	view: ReviewView;
	/** Number of the question that the link is for. */
	number: number;
	task: TaskView;
	/** Until when the link could be used, in milliseconds since 1970. */
	expiresAt: number;
}

const MINUTE_MS = 60_000;
/** So long after a decision the page follows the mail, also if the link has expired meanwhile. */
const SHOWN_MS = 24 * 60 * MINUTE_MS;

/** What became of this link's question, and what happens to the mail now. It does not show the text any more. */
export function closedPage({ view, number, task, expiresAt }: ClosedReview): Page {
	const decision = view.decisions.find(({ question }) => question === number);
	if (decision === undefined) return undecidedPage(view);
	const title = `This version was ${words(decision.action)}`;
	const heading = html`<h1>${title}</h1>
		<p class="soft">By ${decision.by}, ${moment(decision.at)}. ${restOf(decision)}</p>`;
	// An old link names neither the mail nor an address any more.
	if (Date.now() >= Math.max(expiresAt, Date.parse(decision.at) + SHOWN_MS)) return { title, content: heading };
	const state = currentState(task, decision.at);
	return {
		title,
		refreshSeconds: state.isFinal ? null : pauseSince(decision),
		content: html`${heading} ${view.draft === null ? '' : recipientsPart(view.draft, view.sender)} ${statePart(state)}`,
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
	if (action === 'edit') return 'All reviewers received a link to the new version.';
	return 'This link accepts no further decision.';
}

function statePart({ kind, message, isFinal, outcomes }: CurrentState): Html {
	return html`<h2 id="now">What happens now</h2>
		<div id="state" class="note ${kind}" role="status" aria-labelledby="now">
			<p>${message}</p>
			${
				outcomes.length > 0
					? html`<ul>
							${outcomes.map(
								({ address, status, reason, occurredAt }) =>
									html`<li>
										${address}: <strong>${status}</strong>${occurredAt === null ? '' : html`, ${moment(occurredAt)}`}${
											reason === null ? '' : `. ${reason}`
										}
									</li>`,
							)}
						</ul>`
					: ''
			}
			${isFinal ? '' : html`<p class="soft">This page looks again by itself. <a href="?">Look again now</a></p>`}
		</div>`;
}

/** Often at first; a bounce can come days later. */
function pauseSince({ at }: Decision): number {
	const passed = Date.now() - Date.parse(at);
	if (passed < 2 * MINUTE_MS) return 3;
	return passed < 60 * MINUTE_MS ? 30 : 300;
}
