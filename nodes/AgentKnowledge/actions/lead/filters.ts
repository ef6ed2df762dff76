import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type LeadFilter, skippedBy } from '../../generated/lead-filter';

/** The service cannot filter by these: the node reads the leads, and keeps those that match. */
export const country = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	placeholder: 'e.g. NO',
	description:
		'Only leads from this country: its name, or its code of two letters. Several are separated by commas. The node filters after it has read.',
} as const satisfies INodeProperties;

export const emails = {
	displayName: 'Only Addresses',
	name: 'emails',
	type: 'string',
	default: '',
	placeholder: 'e.g. @shop.example',
	description:
		'Only leads whose address matches one of these, separated by commas. A text that begins with @ is the end of the address, any other text a part of it.',
} as const satisfies INodeProperties;

export const excludeEmails = {
	displayName: 'Except Addresses',
	name: 'excludeEmails',
	type: 'string',
	default: '',
	placeholder: 'e.g. @our-company.example',
	description:
		'No leads whose address matches one of these, separated by commas. A text that begins with @ is the end of the address, any other text a part of it. The node filters after it has read.',
} as const satisfies INodeProperties;

export const formField = {
	displayName: 'Form Field',
	name: 'formField',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add form field',
	description: 'Only leads whose form field has this value. The node filters after it has read.',
	options: [
		{
			displayName: 'Form Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. company',
					description: 'The name of the field in the form',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. Harbour & Pine',
					description: 'The value, whatever its case. Default: any value, as long as there is one.',
				},
			],
		},
	],
} as const satisfies INodeProperties;

/** The values of these fields. An expression can yield anything. */
export interface Wanted {
	country?: unknown;
	emails?: unknown;
	excludeEmails?: unknown;
	formField?: { field?: { name?: unknown; value?: unknown } };
}

/** @returns undefined if all leads are wanted */
export function leadMatcher(wanted: Wanted): ((lead: IDataObject) => boolean) | undefined {
	const filter = filterOf(wanted);
	const isEmpty = Object.values(filter).every((condition) => condition.length === 0);
	return isEmpty ? undefined : (lead) => skippedBy(filter, lead) === null;
}

function filterOf({ country: place, emails: only, excludeEmails: except, formField: { field } = {} }: Wanted) {
	const [name, value] = [textOf(field?.name), textOf(field?.value)];
	return {
		// The name of a country may have a comma.
		countries: [...new Set([...textsOf(place), textOf(place)])].filter((text) => text !== ''),
		emails: textsOf(only),
		excludeEmails: textsOf(except),
		formFields: name === '' ? [] : [value === '' ? { name } : { name, value }],
	} satisfies LeadFilter;
}

/** Separated by commas, or a list from an expression. */
function textsOf(value: unknown): string[] {
	const texts: unknown[] = Array.isArray(value) ? value : textOf(value).split(',');
	return texts.map(textOf).filter((text) => text !== '');
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value).trim()
		: '';
}
