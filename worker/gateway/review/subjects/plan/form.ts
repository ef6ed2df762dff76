import { html } from 'hono/html';
import { z } from 'zod';
import { editedTextsSchema, PLAN_ACTIONS } from '../../../../../workflows/knowledge-sync/contract';
import {
	isEditable,
	type PlanRequest,
	type PlanRow,
	type PlanView,
	wholeText,
} from '../../../../../workflows/knowledge-sync/review-contract';
import { fieldIssues, issueText } from '../../../../problems/validation';
import { formShape, typedText } from '../../form-shape';
import type { Html } from '../../page';
import type { ReadDecision, Said } from '../../subject';
import { ticksSchema } from '../../ticks';
import { KEEP } from './blocks';

/** Before the key of a row, in the names of the fields of its texts. */
const TEXT = 'text:';

/** Fields whose names have keys of rows stand beside the others. */
export const planFormSchema = z.looseObject({
	action: z.enum(PLAN_ACTIONS).optional(),
	...formShape,
	set: typedText,
	[KEEP]: ticksSchema,
});
export type PlanForm = z.output<typeof planFormSchema>;

type PlanSaid = Said & Pick<PlanRequest, 'keep' | 'texts'>;

/** @param view the plan as it is: only what it shows can be kept, and an edit has to change it */
export function readPlan(form: PlanForm, said: Said, view: PlanView | null): ReadDecision {
	if (said.action === 'edit') return readTexts(form, said, view);
	if (said.action !== 'approve') return { ok: true, decision: said };
	const { keep = [] } = form;
	const known = new Set(view?.rows?.map(({ key }) => key));
	const unknown = view === null ? [] : keep.filter((key) => !known.has(key));
	if (unknown.length > 0) {
		const messages = unknown.map((key) => `${key}: the plan has no such item. Choose again.`);
		return { ok: false, messages };
	}
	const decision: PlanSaid = { ...said, keep };
	return { ok: true, decision };
}

function readTexts(form: PlanForm, said: Said, view: PlanView | null): ReadDecision {
	const shown = new Map((view?.rows ?? []).map((row) => [row.key, wholeText(row)]));
	const typed = typedTexts(form);
	const changed = typed.filter(({ key, text }) => text.trim() !== withPlainEnds(shown.get(key) ?? '').trim());
	if (changed.length === 0 && view !== null)
		return {
			ok: false,
			messages: ['Nothing is changed. Change a text, or go back to decide on the plan as it is.'],
		};
	const parsed = editedTextsSchema.safeParse(changed, { error: issueText });
	if (!parsed.success) {
		const messages = parsed.error.issues
			.flatMap((issue) => fieldIssues(issue, 'is unknown'))
			.map(({ path: [index], message }) => `${changed[Number(index)]?.key ?? 'The texts'}: the text ${message}.`);
		return { ok: false, messages };
	}
	const decision: PlanSaid = { ...said, texts: parsed.data };
	return { ok: true, decision };
}

/** Browsers send line ends as CR LF, and show each kind as the same. */
function withPlainEnds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}

/** What was typed for which rows. */
export function typedTexts(form: PlanForm): Array<{ key: string; text: string }> {
	return Object.entries(form).flatMap(([name, value]) =>
		name.startsWith(TEXT) && typeof value === 'string'
			? [{ key: name.slice(TEXT.length), text: withPlainEnds(value) }]
			: [],
	);
}

/** A field for each text that is shown whole. @param typed into the form before */
export function textFields({ rows }: Pick<PlanView, 'rows'>, typed: PlanForm | undefined): Html {
	const before = new Map(typed === undefined ? [] : typedTexts(typed).map(({ key, text }) => [key, text]));
	return html`${editableRows(rows).map(({ key, name, text }, index) => textField(index, key, name, before.get(key) ?? text))}`;
}

/** What was typed, in a form that is sent again. */
export function typedFields(form: PlanForm): Html {
	return html`${typedTexts(form).map(({ key, text }, index) => textField(index, key, key, text))}`;
}

function textField(index: number, key: string, name: string, text: string): Html {
	return html`<label for="text-${index}">${name}</label>
		<textarea id="text-${index}" name="${TEXT}${key}" rows="4">${text}</textarea>`;
}

function editableRows(rows: readonly PlanRow[] | null): Array<{ key: string; name: string; text: string }> {
	return (rows ?? []).flatMap((row) => {
		const text = wholeText(row);
		return isEditable(row) && text !== null ? [{ key: row.key, name: row.after?.name ?? row.key, text }] : [];
	});
}

/** What was ticked, for a form that is sent again. */
export function keptFields({ keep = [] }: PlanForm): Html {
	return html`${keep.map((key) => html`<input type="hidden" name="${KEEP}" value="${key}" />`)}`;
}
