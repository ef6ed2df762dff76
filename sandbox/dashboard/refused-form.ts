import { html } from 'hono/html';
import { ApiProblem } from '../problems/problems';
import type { Html } from './page';

/** A form that was refused, with what was typed, to be shown again. */
export interface RefusedForm {
	values: Readonly<Record<string, unknown>>;
	problem: ReturnType<ApiProblem['toJSON']>;
}

/** @throws every error that is not a refusal */
export function refusedForm(body: unknown, error: unknown): RefusedForm {
	if (!(error instanceof ApiProblem)) throw error;
	return { values: typeof body === 'object' && body !== null ? { ...body } : {}, problem: error.toJSON() };
}

/** What was typed into a field; empty for a new form. */
export function typedValue(form: RefusedForm | undefined, name: string): string {
	const value = form?.values[name];
	return typeof value === 'string' ? value : '';
}

export interface TextField {
	name: string;
	label: string;
	type?: 'text' | 'email';
	placeholder?: string;
}

/** A field with what was typed, and below it why that was refused. */
export function textField(form: RefusedForm | undefined, { name, label, type = 'text', placeholder }: TextField): Html {
	const messages = (form?.problem.issues ?? []).filter(({ path }) => path === name).map(({ message }) => message);
	const isWrong = messages.length > 0;
	return html`<label
		>${label}
		<input
			name="${name}"
			type="${type}"
			required
			value="${typedValue(form, name)}"
			${placeholder === undefined ? '' : html`placeholder="${placeholder}"`}
			${isWrong ? html`aria-invalid="true" aria-describedby="wrong-${name}"` : ''}
		/>${isWrong ? html`<span class="bad" id="wrong-${name}">${messages.join('; ')}</span>` : ''}</label
	>`;
}

/** Why the form was refused as a whole. The fields say what is wrong with each. */
export function refusalNotice(form: RefusedForm | undefined): Html | '' {
	if (form === undefined) return '';
	return html`<div class="notice bad" role="alert"><p>${form.problem.detail} Nothing was changed.</p></div>`;
}
