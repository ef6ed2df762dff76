import type { INodeProperties } from 'n8n-workflow';
import type { Field } from './field-reader';
import { asList, asRows, asText, FieldProblem, isEmpty } from './field-values';

const countries = {
	displayName: 'Countries',
	name: 'countries',
	type: 'string',
	default: '',
	placeholder: 'e.g. DE, FR',
	description: 'Only leads from these countries, separated by commas: two-letter codes or names',
} as const satisfies INodeProperties;

const emails = {
	displayName: 'Only Addresses',
	name: 'emails',
	type: 'string',
	default: '',
	placeholder: 'e.g. @shop.example',
	description:
		'Only leads whose address matches one of these, separated by commas. A text that begins with @ is the end of the address, any other text a part of it.',
} as const satisfies INodeProperties;

const excludeEmails = {
	displayName: 'Except Addresses',
	name: 'excludeEmails',
	type: 'string',
	default: '',
	placeholder: 'e.g. @our-company.example',
	description:
		'No leads whose address matches one of these, separated by commas. A text that begins with @ is the end of the address, any other text a part of it.',
} as const satisfies INodeProperties;

const formFields = {
	displayName: 'Form Fields',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add form field',
	description: 'Only leads that have all of these form fields',
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

const leadsPerPerson = {
	displayName: 'Leads per Person',
	name: 'leadsPerPerson',
	type: 'options',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'One', value: 'one' },
	],
	default: 'all',
	description:
		'Whether a person who leaves several leads counts once. People are known by their address, or by their telephone number if a lead has no address.',
} as const satisfies INodeProperties;

/** Which leads are wanted, as options of a node. Their names are those of the gateway's fields. */
export const leadFilterFields = [countries, emails, excludeEmails, formFields, leadsPerPerson] as const;

export const leadFilterInputs = { countries, emails, excludeEmails, formFields, leadsPerPerson };

/** Reads a field, and names it in the error. */
type Read = <Value>(field: Field, as: (value: unknown) => Value) => Value;

/** The conditions as a part of an input. */
export function readLeadFilter(read: Read): Record<string, string[] | string> {
	const lists = [countries, emails, excludeEmails].map((field) => [field.name, read(field, asList)] as const);
	const all = [...lists, [formFields.name, read(formFields, asFormFields)] as const];
	const perPerson = read(leadsPerPerson, asPerPerson);
	return {
		...Object.fromEntries(all.filter(([, texts]) => texts.length > 0)),
		...(perPerson === 'all' ? {} : { leadsPerPerson: perPerson }),
	};
}

function asPerPerson(value: unknown): string {
	if (isEmpty(value)) return 'all';
	const text = asText(value);
	if (!leadsPerPerson.options.some((option) => option.value === text))
		throw new FieldProblem(`must be all or one, but is "${text}"`);
	return text;
}

/** As the gateway takes them: `company`, or `company=Harbour & Pine`. */
function asFormFields(value: unknown): string[] {
	if (isEmpty(value)) return [];
	return asRows(value, 'field').map((row) => {
		const name = asText(row['name']);
		if (name.includes('=')) throw new FieldProblem(`has the name "${name}", which must not contain =`);
		return isEmpty(row['value']) ? name : `${name}=${asText(row['value'])}`;
	});
}
