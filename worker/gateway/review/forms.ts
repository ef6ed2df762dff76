import { html } from 'hono/html';
import type { DecisionAction, Draft } from '../../../workflows/email/contract';
import type { Question, ReviewView } from '../../../workflows/email/review-contract';
import { NAME_LENGTH, NOTE_LENGTH } from '../schemas';
import { type EditedFields, fieldsOf, type ReviewForm } from './form';
import type { Html } from './page';
import { words } from './parts';

export interface FormContext {
	/** Link to the review, which the forms go to. */
	action: string;
	hash: string;
	/** The reviewer whom the link was sent to; null: they are asked for their name. */
	reviewer: string | null;
	resumeAutoReplies: ReviewView['resumeAutoReplies'];
}

/** What a person typed, when their form could not be taken. */
type Typed = Partial<Pick<ReviewForm, 'by' | 'note'>>;

interface Choice {
	action: Exclude<DecisionAction, 'edit'>;
	label: string;
	/** What it does, if the label does not say it. */
	effect?: string;
}

const CHOICES: Readonly<Record<Question['kind'], readonly Choice[]>> = {
	approval: [
		{ action: 'approve', label: 'Approve and send', effect: 'exactly the mail above' },
		{ action: 'reject', label: 'Reject', effect: 'and send nothing' },
	],
	uncertain: [
		{ action: 'retry_same_key', label: 'Retry with the same key', effect: 'the service sends nothing twice' },
		{ action: 'confirm_sent', label: 'It was sent', effect: 'nothing more is sent' },
		{ action: 'abandon', label: 'Abandon', effect: 'nothing more is sent' },
	],
};

/**
 * A decision on the mail that the page shows. It has no field for the mail, so the page shows no other text than the one
 * that is sent. Nothing is chosen at first: a mail scanner that presses the buttons of a page decides nothing.
 */
export function decisionForm(context: FormContext, kind: Question['kind'], draft: Draft, typed: Typed = {}): Html {
	return html`<h2 id="decide">Decide</h2>
		${kind === 'uncertain' ? html`<p>Look at the conversation and ask the recipients before you choose.</p>` : ''}
		<form method="post" action="${context.action}" autocomplete="off" aria-labelledby="decide">
			${hiddenFields({ hash: context.hash, ...namesOf(fieldsOf(draft)) })} ${nameField(context, typed.by)}
			<fieldset>
				<legend>Your decision</legend>
				${CHOICES[kind].map(choiceField)}
			</fieldset>
			${noteField(typed.note)} ${kind === 'approval' ? resumePart(context) : ''}
			<button>Decide</button>
		</form>`;
}

function choiceField({ action, label, effect }: Choice): Html {
	return html`<label class="check"
		><input type="radio" name="action" value="${action}" required />
		<span
			><strong>${label}</strong>${effect === undefined ? '' : html` <span class="soft">${effect}</span>`}</span
		></label
	>`;
}

function resumePart({ resumeAutoReplies }: FormContext): Html {
	if (resumeAutoReplies)
		return html`<p class="soft">After the mail is sent, the agent's automatic replies in this conversation resume.</p>`;
	return html`<label class="check"
		><input type="checkbox" name="resumeAutoReplies" value="yes" />
		<span
			>Resume the agent's automatic replies in this conversation after the mail is sent. This mail pauses them.</span
		></label
	>`;
}

/** The mail in fields. Saving is the only thing that it offers. @param edited as the draft is, or as it was typed */
export function changeForm(context: FormContext, edited: EditedFields, typed: Typed = {}): Html {
	return html`<form method="post" action="${context.action}" autocomplete="off" data-changes>
		${hiddenFields({ action: 'edit', hash: context.hash })} ${nameField(context, typed.by)} ${draftFields(edited)}
		<p class="soft">Saving sends nothing. You then see the new version, and decide on it.</p>
		<button>Save and review the new version</button>
		<a class="button" href="${context.action}" data-drops-changes>Drop the changes</a>
	</form>`;
}

/** What was chosen and typed before, to be sent as it is or with changes. */
export function resendForm(path: string, form: ReviewForm & { action: DecisionAction }): Html {
	const { action, hash, by, note, resumeAutoReplies, to, cc, subject } = form;
	return html`<form method="post" action="${path}">
		<p>The mail "${subject}" to ${to}${cc === '' ? '' : ` and ${cc}`} is to be <strong>${words(action)}</strong>.</p>
		${hiddenFields({ action, hash })} ${action === 'edit' ? '' : hiddenFields({ to, cc, subject })}
		${resumeAutoReplies === undefined ? '' : hiddenFields({ resumeAutoReplies })}
		${by === '' ? '' : nameField({ reviewer: null }, by)} ${action === 'edit' ? draftFields(form) : ''}
		${note === '' ? '' : noteField(note)}
		<button>Send it again</button>
	</form>`;
}

/** Names the mail on the page that asks to send the decision again. The decision itself is about the hash. */
function namesOf({ to, cc, subject }: EditedFields) {
	return { to, cc, subject };
}

function hiddenFields(fields: Readonly<Record<string, string>>): Html {
	return html`${Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
	)}`;
}

function nameField({ reviewer }: Pick<FormContext, 'reviewer'>, typed = ''): Html {
	if (reviewer !== null) return html`<p class="soft">You decide as ${reviewer}.</p>`;
	return html`<label for="by">Your name</label>
		<input id="by" name="by" value="${typed}" required maxlength="${NAME_LENGTH}" autocomplete="name" />`;
}

function noteField(typed = ''): Html {
	return html`<label for="note">Note (optional)</label>
		<input id="note" name="note" value="${typed}" maxlength="${NOTE_LENGTH}" />`;
}

function draftFields({ to, cc, subject, content }: EditedFields): Html {
	return html`${textField('to', 'To, separated by commas', to)} ${textField('cc', 'CC, separated by commas', cc)}
		${textField('subject', 'Subject', subject)}
		<label for="content">Text</label>
		<textarea id="content" name="content" rows="12" required>${content}</textarea>`;
}

function textField(name: string, label: string, value: string): Html {
	return html`<label for="${name}">${label}</label>
		<input id="${name}" name="${name}" value="${value}" autocomplete="off" />`;
}
