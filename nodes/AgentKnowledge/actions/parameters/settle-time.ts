import type { INodeProperties } from 'n8n-workflow';

/** For writes to which the API gives no idempotency key: how long to wait before looking what became of one. */
export const settleTime = {
	displayName: 'Settle Time (Seconds)',
	name: 'settleSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 60,
	description:
		'How long to wait after a lost response before the node checks whether the request took effect. It sends nothing twice before that.',
} as const satisfies INodeProperties;

/** What writes without a key have in common. */
export const settleOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [settleTime],
} as const satisfies INodeProperties;
