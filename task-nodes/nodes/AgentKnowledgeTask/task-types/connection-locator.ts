import type { INodeProperties } from 'n8n-workflow';

/** Which of the worker's connections; the worker holds their API keys. */
export const connectionLocator = {
	displayName: 'Connection',
	name: 'connection',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: "A connection of the worker's configuration: an account of the service, with its API key",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a connection...',
			typeOptions: { searchListMethod: 'searchConnections', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. production' },
	],
} as const satisfies INodeProperties;
