import type { INodeProperties } from 'n8n-workflow';

interface Locator<Name extends string> {
	displayName: string;
	name: Name;
	description: string;
	/** The method of methods/listSearch.ts that fills "From List". */
	searchListMethod: string;
	listPlaceholder: string;
	idPlaceholder: string;
	/** The form of an ID, and the message for one that does not have it. */
	id: { regex: string; errorMessage: string };
}

/** A thing of the service: chosen from a list, or by its ID. */
export function locator<const Name extends string>(of: Locator<Name>) {
	return {
		displayName: of.displayName,
		name: of.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: of.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: of.listPlaceholder,
				typeOptions: { searchListMethod: of.searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: of.idPlaceholder,
				validation: [{ type: 'regex', properties: of.id }],
			},
		],
	} as const satisfies INodeProperties;
}
