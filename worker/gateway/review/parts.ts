import { html } from 'hono/html';
import type { Decision, Draft } from '../../../workflows/email/contract';
import type { ReviewView } from '../../../workflows/email/review-contract';
import type { TranscriptMessage } from '../../../workflows/look-up/activities';
import { NAME_LENGTH, NOTE_LENGTH } from '../schemas';
import type { EditedFields, ReviewForm } from './form';
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
		${signaturePart(sender)}`;
}

function signaturePart(sender: ReviewView['sender']): Html {
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
						<span class="soft">${from}${at === null ? '' : html`, ${moment(at)}`}</span>
						<p>${text}</p>
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

export interface FormContext {
	/** Path of the page itself, which the forms go to. */
	action: string;
	hash: string;
	/** The reviewer whom the link was sent to; null: they are asked for their name. */
	reviewer: string | null;
	resumeAutoReplies: ReviewView['resumeAutoReplies'];
}

/**
 * Yes, with changes or without, or no. The fields are the only text on the page, so what is seen is what is sent.
 * @param typed what was typed into it before
 */
export function approvalForms(
	context: FormContext,
	draft: Draft,
	sender: ReviewView['sender'],
	typed: ReviewForm | undefined,
): Html {
	const mail = typed?.action === 'send' || typed?.action === 'edit' ? typed : fieldsOf(draft);
	const isRejected = typed?.action === 'reject';
	const isChanged = Object.entries(fieldsOf(draft)).some(([name, value]) => mail[name as keyof EditedFields] !== value);
	const [approve, save] = ['Approve and send', 'Save and send'];
	return html`<form method="post" action="${context.action}" id="mail">
			<dl>
				<dt>From</dt>
				<dd>${sender?.address ?? 'unknown'}</dd>
			</dl>
			<input type="hidden" name="hash" value="${context.hash}" />
			${draftFields(mail)} ${signaturePart(sender)} ${nameField(context, 'approve', isRejected ? '' : typed?.by)}
			${
				context.resumeAutoReplies
					? html`<p class="soft">Afterwards, the agent's automatic replies in this conversation resume.</p>`
					: html`<label class="check"
							><input
								type="checkbox"
								name="resumeAutoReplies"
								value="yes"
								${typed?.resumeAutoReplies === 'yes' ? html`checked` : ''}
							/>
							<span
								>Resume the agent's automatic replies in this conversation afterwards. This mail pauses them.</span
							></label
						>`
			}
			<button name="action" value="send" data-changed="${save}">${isChanged ? save : approve}</button>
			<button class="plain" name="action" value="edit">Save and review the new version</button>
		</form>
		<details ${isRejected ? html`open` : ''}>
			<summary>Reject it</summary>
			<form method="post" action="${context.action}">
				${hidden(context, 'reject')} ${hiddenMail(draft)} ${nameField(context, 'reject', isRejected ? typed.by : '')}
				${noteField('reject', isRejected ? typed.note : '')}
				<button class="bad">Reject and send nothing</button>
			</form>
		</details>`;
}

/** For a mail of which nobody knows whether it was sent. */
export function uncertainForms(context: FormContext, draft: Draft, typed: ReviewForm | undefined): Html {
	return html`<h2>Decide</h2>
		<p>
			Look at the conversation and ask the recipients before you choose. A retry is safe: it uses the same key, so the
			service sends nothing twice.
		</p>
		<form method="post" action="${context.action}">
			${hiddenMail(draft)} ${nameField(context, 'settle', typed?.by)} ${noteField('settle', typed?.note)}
			<input type="hidden" name="hash" value="${context.hash}" />
			<button name="action" value="retry_same_key">Retry with the same key</button>
			<button class="plain" name="action" value="confirm_sent">It was sent</button>
			<button class="bad" name="action" value="abandon">Abandon</button>
		</form>`;
}

/** What was chosen and typed before, to be sent again as it is. */
export function resendForm(path: string, form: ReviewForm): Html {
	const { to, cc, subject, content, action } = form;
	return html`<form method="post" action="${path}">
		<p>
			The mail "${subject}" to ${to}${cc === '' ? '' : ` and ${cc}`} is to be
			<strong>${action === 'send' ? 'sent' : words(action)}</strong>.
		</p>
		${content === '' ? '' : html`<p class="mail">${content}</p>`} ${hiddenForm(form)}
		<button>Send it again</button>
	</form>`;
}

/** A form as it came, to come once more with the next step. */
export function hiddenForm({ confirmed, resumeAutoReplies, ...fields }: ReviewForm): Html {
	return html`${hiddenFields(fields)} ${resumeAutoReplies === undefined ? '' : hiddenFields({ resumeAutoReplies })}
	${confirmed === undefined ? '' : hiddenFields({ confirmed })}`;
}

function fieldsOf({ to, cc, subject, content }: Draft): EditedFields {
	return { to: to.join(', '), cc: cc.join(', '), subject, content };
}

function hidden({ hash }: Pick<FormContext, 'hash'>, action: string): Html {
	return html`<input type="hidden" name="action" value="${action}" />
		<input type="hidden" name="hash" value="${hash}" />`;
}

/** Names the mail on the page that asks to send the decision again. The decision itself is about the hash. */
function hiddenMail(draft: Draft): Html {
	const { to, cc, subject } = fieldsOf(draft);
	return hiddenFields({ to, cc, subject });
}

function hiddenFields(fields: Readonly<Record<string, string>>): Html {
	return html`${Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
	)}`;
}

function nameField({ reviewer }: Pick<FormContext, 'reviewer'>, form: string, typed = ''): Html {
	if (reviewer !== null) return html`<p class="soft">You decide as ${reviewer}.</p>`;
	return html`<label for="by-${form}">Your name</label>
		<input id="by-${form}" name="by" value="${typed}" required maxlength="${NAME_LENGTH}" autocomplete="name" />`;
}

function noteField(form: string, typed = ''): Html {
	return html`<label for="note-${form}">Note (optional)</label>
		<input id="note-${form}" name="note" value="${typed}" maxlength="${NOTE_LENGTH}" />`;
}

function draftFields({ to, cc, subject, content }: EditedFields): Html {
	return html`${textField('to', 'To, separated by commas', to)} ${textField('cc', 'CC, separated by commas', cc)}
		${textField('subject', 'Subject', subject)}
		<label for="content">Text</label>
		<textarea id="content" name="content" rows="${rowsFor(content)}" required>${content}</textarea>`;
}

/** The whole text is seen without scrolling within it, as far as a page can tell before it is laid out. */
function rowsFor(content: string): number {
	const rows = content.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 45)), 1);
	return Math.max(8, rows);
}

function textField(name: string, label: string, value: string): Html {
	return html`<label for="${name}">${label}</label>
		<input id="${name}" name="${name}" value="${value}" autocomplete="off" />`;
}
