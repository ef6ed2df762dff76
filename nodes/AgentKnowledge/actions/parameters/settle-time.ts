import type { INodeProperties } from 'n8n-workflow';

/** For writes without an idempotency key: how long to wait before a look for the effect. */
export const settleTime = {
	displayName: 'Wait After a Lost Response (Seconds)',
	name: 'settleSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 60,
	description:
		'How long the node waits after a lost response before it checks whether the request took effect. It repeats nothing before that.',
} as const satisfies INodeProperties;

export const settleOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [settleTime],
} as const satisfies INodeProperties;
