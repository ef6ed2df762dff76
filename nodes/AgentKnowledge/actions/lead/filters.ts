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
		'Only leads from this country: its name, or its code of two letters. The node filters after it has read.',
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

interface Wanted {
	country?: string;
	formField?: { field?: { name?: string; value?: string } };
}

/** @returns undefined if no lead has to be left out */
export function leadMatcher(wanted: Wanted): ((lead: IDataObject) => boolean) | undefined {
	const filter = filterOf(wanted);
	return filter.countries === undefined && filter.formFields === undefined
		? undefined
		: (lead) => skippedBy(filter, lead) === null;
}

function filterOf({ country: place = '', formField: { field } = {} }: Wanted): LeadFilter {
	const { name = '', value = '' } = field ?? {};
	return {
		...(place.trim() === '' ? {} : { countries: [place] }),
		...(name.trim() === '' ? {} : { formFields: [value.trim() === '' ? { name } : { name, value }] }),
	};
}
