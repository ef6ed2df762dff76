import { html } from 'hono/html';
import { EDIT, type QuestionKind, type ReviewView } from '../../../workflows/review/contract';
import type { LookedExecution } from '../../tasks/executions';
import { NAME_LENGTH, NOTE_LENGTH } from '../schemas';
import type { ReviewForm } from './form-shape';
import type { Html } from './page';
import { isRows, rowsPart } from './rows';
import type { ChangePart, Choice, PageSubject } from './subject';
import { isTicks, ticksPart } from './ticks';

export interface FormContext {
	/** Link to the review, which the forms go to. */
	action: string;
	hash: string;
	/** The reviewer whom the link was sent to; null: they are asked for their name. */
	reviewer: string | null;
	/** The execution that waited for what is decided, if nobody waits any more. */
	execution: LookedExecution | null;
}

/**
 * A decision on what the page shows. It has no field for it, so the page shows no other text than the one that is decided
 * on. Nothing is chosen at first: a mail scanner that presses the buttons of a page decides nothing.
 * @param typed into the form before, if it could not be taken
 */
export function decisionForm(
	context: FormContext,
	subject: PageSubject,
	{ kind, view, typed }: { kind: QuestionKind; view: ReviewView; typed: ReviewForm | undefined },
): Html {
	const hint = subject.hints[kind];
	const shown = subject.shown(view);
	return html`<h2 id="decide">Decide</h2>
		${hint === undefined ? '' : html`<p>${hint}</p>`}
		<form method="post" action="${context.action}" autocomplete="off" aria-labelledby="decide">
			${hiddenFields({ hash: context.hash, ...subject.named(view) })} ${nameField(context, typed?.by)}
			${shown.filter(isRows).map((block) => rowsPart(block, { ...typed }))}
			${shown.filter(isTicks).map((block) => ticksPart(block, { ...typed }))}
			<fieldset>
				<legend>Your decision</legend>
				${subject.choices[kind].map(choiceField)}
			</fieldset>
			${noteField(typed?.note)} ${subject.options(view, kind)} ${despiteField(context)}
			<button>Decide</button>
		</form>`;
}

/** Asked only of a person who has to know it. */
function despiteField({ execution }: Pick<FormContext, 'execution'>): Html {
	if (execution?.state !== 'stopped') return html``;
	return html`<label class="check"
		><input type="checkbox" name="despiteStopped" value="yes" />
		<span>Do it all the same, although the execution that waits for it was stopped.</span></label
	>`;
}

function choiceField({ action, label, effect }: Choice): Html {
	return html`<label class="check"
		><input type="radio" name="action" value="${action}" required />
		<span
			><strong>${label}</strong>${effect === undefined ? '' : html` <span class="soft">${effect}</span>`}</span
		></label
	>`;
}

/** The version in fields. Saving is the only thing that it offers. */
export function changeForm<View extends ReviewView, Form extends ReviewForm>(
	context: FormContext,
	{ fields, note }: Pick<ChangePart<View, Form>, 'fields' | 'note'>,
	view: View,
	typed: Form | undefined,
): Html {
	return html`<form method="post" action="${context.action}" autocomplete="off" data-changes>
		${hiddenFields({ action: EDIT, hash: context.hash })} ${nameField(context, typed?.by)} ${fields(view, typed)}
		<p class="soft">${note}</p>
		<button>Save and review the new version</button>
		<a class="button" href="${context.action}" data-drops-changes>Drop the changes</a>
	</form>`;
}

/** What was chosen and typed before, to be sent as it is or with changes. */
export function resendForm(path: string, subject: PageSubject, form: ReviewForm & { action: string }): Html {
	const { action, hash, by, note, despiteStopped } = form;
	const { about, hidden, fields } = subject.resent(form);
	return html`<form method="post" action="${path}">
		<p>${about} is to be <strong>${subject.past(action)}</strong>.</p>
		${hiddenFields({ action, hash, ...(despiteStopped !== '' && { despiteStopped }) })} ${hiddenFields(hidden)}
		${by === '' ? '' : nameField({ reviewer: null }, by)} ${fields} ${note === '' ? '' : noteField(note)}
		<button>Send it again</button>
	</form>`;
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
