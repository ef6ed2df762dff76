import type { INodeProperties } from 'n8n-workflow';

export const waitUntil = {
	displayName: 'Wait Until',
	name: 'waitUntil',
	type: 'options',
	options: [
		{ name: 'Agent Can Chat', value: 'canChat', description: 'The first pages are usable, and the run continues' },
		{ name: 'Training Has Finished', value: 'finished', description: 'The training run has ended' },
	],
	default: 'finished',
	description: 'When the task is complete',
} as const satisfies INodeProperties;

export const ifActive = {
	displayName: 'If Already Running',
	name: 'ifActive',
	type: 'options',
	options: [
		{ name: 'Adopt', value: 'adopt', description: 'Follow the active training run like an own one' },
		{ name: 'Fail', value: 'fail', description: 'End the task as failed' },
		{ name: 'Wait', value: 'wait', description: 'Wait for its end, then start a new one' },
	],
	default: 'adopt',
	description: 'What to do if a training run of the agent is already active',
} as const satisfies INodeProperties;
