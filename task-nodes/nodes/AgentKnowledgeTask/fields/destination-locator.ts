import type { INodeProperties } from 'n8n-workflow';

/** Which of the worker's destinations; the worker holds their secrets. */
export const destinationLocator = {
	displayName: 'Destination',
	name: 'destination',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: "A destination of the worker's configuration, or of the gateway's console",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a destination...',
			typeOptions: { searchListMethod: 'searchDestinations', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. crm' },
	],
} as const satisfies INodeProperties;
