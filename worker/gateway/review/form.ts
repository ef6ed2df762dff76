import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { DecisionRequest, ReviewView } from '../../../workflows/review/contract';
import { shortText } from '../../../workflows/task/failure';
import { NAME_LENGTH, NOTE_LENGTH } from '../schemas';
import type { ReviewForm } from './form-shape';
import type { PageSubject, Said } from './subject';

type ReadForm = { ok: true; request: DecisionRequest } | { ok: false; messages: string[] };

/** @param view what was shown; null if it is no longer there */
export function readForm(
	subject: PageSubject,
	form: ReviewForm,
	{
		token,
		reviewer,
	}: { token: string; /** Whom the link was sent to; null: the form has their name. */ reviewer: string | null },
	view: ReviewView | null,
): ReadForm {
	const { action, hash } = form;
	if (action === undefined) return { ok: false, messages: ['Choose your decision: nothing was chosen.'] };
	const by = reviewer ?? shortText(form.by.trim(), NAME_LENGTH);
	if (by === '') return { ok: false, messages: ['Your name is missing.'] };
	const note = shortText(form.note.trim(), NOTE_LENGTH) || null;
	const read = subject.read(form, { action, hash, note }, view);
	if (!read.ok) return read;
	return { ok: true, request: { id: idOf(token, read.decision), ...read.decision, by, via: 'page' } };
}

/** The same form sent twice, by a double tap or a browser's repeat, is one decision. */
function idOf(token: string, decision: Said): string {
	return createHash('sha256')
		.update(JSON.stringify([token, decision]))
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
