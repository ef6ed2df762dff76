import type { z } from 'zod';
import type { LeadFilter, WantedField } from '../../api';
import type { leadFilterFields, skippedSchema } from './contract';

export type Skipped = z.output<typeof skippedSchema>;

type Fields = typeof leadFilterFields;
/** The conditions in a task's input. Tasks of earlier versions have fewer of them. */
export type LeadConditions = { [Name in keyof Fields]?: z.output<Fields[Name]> | undefined };

/** The filter in a task's input. Undefined: all leads are wanted. */
export function filterOf({ countries, emails, excludeEmails, formFields }: LeadConditions): LeadFilter | undefined {
	const conditions = { countries, emails, excludeEmails, formFields: formFields?.map(fieldIn) };
	return Object.values(conditions).every((condition) => condition === undefined) ? undefined : conditions;
}

/** `budget`, or `budget=high`. */
function fieldIn(text: string): WantedField {
	const end = text.indexOf('=');
	return end === -1 ? { name: text } : { name: text.slice(0, end), value: text.slice(end + 1) };
}

/** So many leads were skipped because of their address. */
export function byAddress(email: number): Skipped {
	return { country: 0, email, formField: 0 };
}

/** So many leads were skipped because another lead of their person was taken. Undefined: none was. */
export function byPerson(person: number): Skipped | undefined {
	return person === 0 ? undefined : { country: 0, email: 0, formField: 0, person };
}

/** How many leads of each group there are in both. Undefined: no filter has skipped any. */
export function addSkipped(one: Skipped | undefined, other: Skipped | undefined): Skipped | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	const person = (one.person ?? 0) + (other.person ?? 0);
	return {
		country: one.country + other.country,
		email: one.email + other.email,
		formField: one.formField + other.formField,
		...(person === 0 ? {} : { person }),
	};
}

/** For the end of a sentence about leads: how many were skipped, and why. Empty if none was. */
export function skippedWords(skipped: Skipped | undefined): string {
	const { country = 0, email = 0, formField = 0, person = 0 } = skipped ?? {};
	const all = country + email + formField + person;
	if (all === 0) return '';
	const by = Object.entries({ country, address: email, 'form field': formField, person })
		.filter(([, count]) => count > 0)
		.map(([what, count]) => `${count} by ${what}`);
	return `; ${all} skipped (${by.join(', ')})`;
}
