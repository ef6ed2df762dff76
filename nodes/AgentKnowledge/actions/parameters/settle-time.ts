import type { INodeProperties } from 'n8n-workflow';

/** For writes without an idempotency key: how long to wait before a look for the effect. */
export const settleTime = {
	displayName: 'Settle Time (Seconds)',
	name: 'settleSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 60,
	description:
		'How long to wait after a lost response before the node checks whether the request took effect. It sends nothing twice before that.',
} as const satisfies INodeProperties;

export const settleOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [settleTime],
} as const satisfies INodeProperties;
