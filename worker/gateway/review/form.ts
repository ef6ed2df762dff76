import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DECISION_ACTIONS, type Draft, draftSchema } from '../../../workflows/email/contract';
import type { DecisionRequest } from '../../../workflows/email/review-contract';
import { shortText } from '../../../workflows/task/failure';
import { fieldIssues, issueText } from '../../problems/validation';
import { NAME_LENGTH, NOTE_LENGTH } from '../schemas';

/** The texts of the form as a person types them. */
export interface EditedFields {
	to: string;
	cc: string;
	subject: string;
	content: string;
}

const textSchema = z.string().catch('');

/** A form of the page as a browser sends it. */
export const reviewFormSchema = z.object({
	/** Missing if nothing was chosen, as in a form that only had its button pressed. */
	action: z.enum(DECISION_ACTIONS).optional(),
	hash: z.string().min(1),
	by: textSchema,
	note: textSchema,
	resumeAutoReplies: z.literal('yes').optional().catch(undefined),
	to: textSchema,
	cc: textSchema,
	subject: textSchema,
	// Browsers send line ends as CR LF.
	content: textSchema.transform(withLineFeeds),
});

export type ReviewForm = z.infer<typeof reviewFormSchema>;

type ReadForm = { ok: true; request: DecisionRequest } | { ok: false; messages: string[] };

/**
 * @param reviewer whom the link was sent to; null: the form has their name
 * @param shown the mail as it is; an edit has to change it
 */
export function readForm(form: ReviewForm, token: string, reviewer: string | null, shown: Draft | null): ReadForm {
	const { action, hash, resumeAutoReplies } = form;
	if (action === undefined) return { ok: false, messages: ['Choose your decision: nothing was chosen.'] };
	const by = reviewer ?? shortText(form.by.trim(), NAME_LENGTH);
	if (by === '') return { ok: false, messages: ['Your name is missing.'] };
	const edited = action === 'edit' ? readDraft(form, shown) : undefined;
	if (edited?.ok === false) return edited;
	const asked = {
		action,
		hash,
		...(edited === undefined ? {} : { draft: edited.draft }),
		note: shortText(form.note.trim(), NOTE_LENGTH) || null,
		resumeAutoReplies: resumeAutoReplies === 'yes',
	};
	return { ok: true, request: { id: idOf(token, asked), ...asked, by, via: 'page' } };
}

/** A mail as the fields of a form. */
export function fieldsOf({ to, cc, subject, content }: Draft): EditedFields {
	return { to: to.join(', '), cc: cc.join(', '), subject, content };
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

/** The same form sent twice, by a double tap or a browser's repeat, is one decision. */
function idOf(token: string, asked: object): string {
	return createHash('sha256')
		.update(JSON.stringify([token, asked]))
		.digest('base64url');
}

/**
 * Whether a form was sent by a page of this gateway. Another site can make a browser send a form; it cannot make it say
 * that the form was ours. Behind a proxy the Host may be any name, so the address that people know counts too.
 */
export function isOwnForm({ headers: { origin, ...headers }, host }: FastifyRequest, publicUrl?: string): boolean {
	const site = headers['sec-fetch-site'];
	if (site === 'same-origin') return true;
	// Browsers leave it out on plain http; `none` is a reader who sent the page again.
	if (site !== undefined && site !== 'none') return false;
	// Every browser names where a form of another site came from.
	if (origin === undefined) return true;
	if (!URL.canParse(origin)) return false;
	const from = new URL(origin);
	return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin);
}
