import type { INodeProperties } from 'n8n-workflow';

/** The reporting periods of the service (specification, part 4). */
export const period = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Last 7 Days', value: '7d' },
		{ name: 'Last 30 Days', value: '30d' },
		{ name: 'Last 90 Days', value: '90d' },
	],
	default: '30d',
	description: 'The period to include',
} as const satisfies INodeProperties;
