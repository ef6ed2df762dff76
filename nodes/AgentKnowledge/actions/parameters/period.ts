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
	description:
		'The last days up to now, as the service counts them. They are no calendar week or month, so runs in turn may count some hours twice, or not at all.',
} as const satisfies INodeProperties;
