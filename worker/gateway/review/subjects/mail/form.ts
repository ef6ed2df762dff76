import { html } from 'hono/html';
import { z } from 'zod';
import { DECISION_ACTIONS, type Draft, draftSchema } from '../../../../../workflows/email/contract';
import type { MailView } from '../../../../../workflows/email/review-contract';
import { fieldIssues, issueText } from '../../../../problems/validation';
import { formShape, typedText } from '../../form-shape';
import type { Html } from '../../page';
import type { ReadDecision, Said } from '../../subject';

/** The texts of the form as a person types them. */
interface EditedFields {
	to: string;
	cc: string;
	subject: string;
	content: string;
}

export const mailFormSchema = z.object({
	action: z.enum(DECISION_ACTIONS).optional(),
	...formShape,
	resumeAutoReplies: z.literal('yes').optional().catch(undefined),
	to: typedText,
	cc: typedText,
	subject: typedText,
	// Browsers send line ends as CR LF.
	content: typedText.transform(withLineFeeds),
});
export type MailForm = z.output<typeof mailFormSchema>;

/** @param view the mail as it is: an edit has to change it */
export function readMail(form: MailForm, { action, hash, note }: Said, view: MailView | null): ReadDecision {
	const edited = action === 'edit' ? readDraft(form, view?.draft ?? null) : undefined;
	if (edited?.ok === false) return edited;
	const version = edited === undefined ? {} : { draft: edited.draft };
	const decision = { action, hash, ...version, note, resumeAutoReplies: form.resumeAutoReplies === 'yes' };
	return { ok: true, decision };
}

function readDraft({ to, cc, subject, content }: EditedFields, shown: Draft | null) {
	const parsed = draftSchema.safeParse({ to: listOf(to), cc: listOf(cc), subject, content }, { error: issueText });
	if (parsed.success && shown !== null && isSame(parsed.data, shown))
		return {
			ok: false as const,
			messages: ['Nothing is changed. Change the mail, or go back to decide on it as it is.'],
		};
	if (parsed.success) return { ok: true as const, draft: parsed.data };
	const messages = parsed.error.issues
		.flatMap((issue) => fieldIssues(issue, 'is unknown'))
		.map(({ path, message }) => `${labelOf(path)} ${message}.`);
	return { ok: false as const, messages };
}

/** Apart from line ends, which a browser changes by itself. */
function isSame(one: Draft, other: Draft): boolean {
	const textsOf = ({ to, cc, subject, content }: Draft) =>
		JSON.stringify([to, cc, subject.trim(), withLineFeeds(content).trim()]);
	return textsOf(one) === textsOf(other);
}

function withLineFeeds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}

function labelOf([field, place]: readonly PropertyKey[]): string {
	const name = { to: 'To', cc: 'CC', subject: 'The subject', content: 'The text' }[String(field)] ?? String(field);
	return typeof place === 'number' ? `${name}, address ${place + 1},` : name;
}

function listOf(text: string): string[] {
	return text
		.split(/[,;\n]/)
		.map((each) => each.trim())
		.filter((each) => each !== '');
}

/** A mail as the fields of a form. */
export function fieldsOf({ to, cc, subject, content }: Draft): EditedFields {
	return { to: to.join(', '), cc: cc.join(', '), subject, content };
}

/** @param edited as the draft is, or as it was typed */
export function draftFields({ to, cc, subject, content }: EditedFields): Html {
	return html`${textField('to', 'To, separated by commas', to)} ${textField('cc', 'CC, separated by commas', cc)}
		${textField('subject', 'Subject', subject)}
		<label for="content">Text</label>
		<textarea id="content" name="content" rows="12" required>${content}</textarea>`;
}

function textField(name: string, label: string, value: string): Html {
	return html`<label for="${name}">${label}</label>
		<input id="${name}" name="${name}" value="${value}" autocomplete="off" />`;
}
