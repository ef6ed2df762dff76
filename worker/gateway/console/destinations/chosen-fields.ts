import { SOURCES } from '../words/sources';

/** Every message has these, so nobody chooses them. */
const ALWAYS = ['connection', 'id'];

/** What people can choose of a lead, beside single form fields. */
export const CHOICES: readonly string[] = Object.keys(SOURCES).filter((source) => !ALWAYS.includes(source));

/** Which parts of a lead a webhook gets, as the form has them. */
export interface ChosenFields {
	isAll: boolean;
	/** Of `CHOICES`. */
	chosen: readonly string[];
	/** Names of form fields, one a line, as typed. */
	formFields: string;
}

/** @param fields as the gateway has them. Null: everything */
export function chosenOf(fields: readonly string[] | null): ChosenFields {
	const chosen = (fields ?? []).filter((source) => CHOICES.includes(source));
	const named = (fields ?? []).flatMap((source) => {
		const [, name] = /^fields\.(.+)$/.exec(source) ?? [];
		return name === undefined ? [] : [name];
	});
	return { isAll: fields === null, chosen, formFields: named.join('\n') };
}

/** As the gateway takes them, in the order of the list, each once. */
export function fieldsOf({ isAll, chosen, formFields }: ChosenFields): string[] | null {
	if (isAll) return null;
	const named = formFields
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	return [...CHOICES.filter((source) => chosen.includes(source)), ...new Set(named.map((name) => `fields.${name}`))];
}
