import type { INodeProperties } from 'n8n-workflow';

/** How much of a record to return. A language model that uses the node as a tool can choose single fields. */
export const outputShape = [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		displayOptions: { hide: { '@tool': [true] } },
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{ name: 'Simplified', value: 'simplified', description: 'The most important fields' },
			{ name: 'Raw', value: 'raw', description: 'All data, as the service sends it' },
			{ name: 'Selected Fields', value: 'selected', description: 'Only the fields named below' },
		],
		default: 'simplified',
		description: 'How much of each record to return',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'string',
		displayOptions: { show: { '@tool': [true], output: ['selected'] } },
		default: '',
		placeholder: 'e.g. name, email',
		description: 'The names of the fields to return, separated by commas',
	},
] as const satisfies INodeProperties[];
