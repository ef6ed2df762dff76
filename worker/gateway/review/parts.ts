import { html } from 'hono/html';
import type { Decision, Draft } from '../../../workflows/email/contract';
import type { ReviewView } from '../../../workflows/email/review-contract';
import type { TranscriptMessage } from '../../../workflows/look-up/activities';
import { hiddenIn, visibleText } from '../../../api';
import { moment } from './moment';
import type { Html } from './page';

/** Which mail a page is about. */
export function recipientsPart({ to, cc, subject }: Omit<Draft, 'content'>, sender: ReviewView['sender']): Html {
	return html`<dl>
		<dt>From</dt>
		<dd>${sender?.address ?? 'unknown'}</dd>
		<dt>To</dt>
		<dd>${to.join(', ')}</dd>
		<dt>CC</dt>
		<dd>${cc.length === 0 ? 'nobody' : cc.join(', ')}</dd>
		<dt>Subject</dt>
		<dd><strong>${subject}</strong></dd>
	</dl>`;
}

/** The mail just as it would go out. */
export function mailPart(draft: Draft, sender: ReviewView['sender']): Html {
	return html`${recipientsPart(draft, sender)}
		<h2 id="text">Text</h2>
		<p class="mail" aria-labelledby="text">${draft.content}</p>
		${signaturePart(sender)} ${hiddenPart(draft)}`;
}

/** The mail is sent as it is, also what is hidden: words for machines, or a text that reads otherwise than it is. */
function hiddenPart({ subject, content }: Draft): Html {
	const hidden = hiddenIn(`${subject}\n${content}`.replaceAll('\r\n', '\n'));
	if (hidden.length === 0) return html``;
	const named = hidden.slice(0, MOST_NAMED).join(', ');
	return html`<p class="note bad">
		This mail has hidden characters: ${named}${hidden.length > MOST_NAMED ? ' and others' : ''}. They would be sent with
		it. If you do not know why, reject the mail, or type its text again.
	</p>`;
}

const MOST_NAMED = 5;

export function senderPart(sender: ReviewView['sender']): Html {
	return html`<dl>
		<dt>From</dt>
		<dd>${sender?.address ?? 'unknown'}</dd>
	</dl>`;
}

export function signaturePart(sender: ReviewView['sender']): Html {
	if (!sender?.signature) return html``;
	return html`<p class="soft">Signature of the mailbox, below every mail:</p>
		<p class="mail signature">${sender.signature}</p>`;
}

/** What was said before. @param messages null when it could not be read; then `problem` says why */
export function conversationPart(messages: TranscriptMessage[] | null, problem: string): Html {
	if (messages === null)
		return html`<h2>Conversation so far</h2>
			<p class="note bad">${problem}</p>`;
	if (messages.length === 0)
		return html`<h2>Conversation so far</h2>
			<p class="soft">None. This mail starts the conversation.</p>`;
	return html`<h2>Conversation so far</h2>
		<ol class="conversation">
			${messages.map(
				({ from, text, at }) =>
					html`<li class="message">
						<span class="soft">${visibleText(from)}${at === null ? '' : html`, ${moment(at)}`}</span>
						<p>${visibleText(text)}</p>
					</li>`,
			)}
		</ol>`;
}

export function decisionsPart(decisions: readonly Decision[]): Html {
	if (decisions.length === 0) return html``;
	return html`<h2>Decided so far</h2>
		<ol>
			${decisions.map(
				({ action, by, at, note }) =>
					html`<li>${words(action)} by ${by}, ${moment(at)}${note === null ? '' : html`: <q>${note}</q>`}</li>`,
			)}
		</ol>`;
}

export function words(action: Decision['action']): string {
	return {
		approve: 'approved',
		edit: 'edited',
		reject: 'rejected',
		confirm_sent: 'confirmed as sent',
		retry_same_key: 'retried with the same key',
		abandon: 'abandoned',
	}[action];
}
