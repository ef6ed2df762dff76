import type { INodeProperties } from 'n8n-workflow';

export const waitUntil = {
	displayName: 'Trained When',
	name: 'waitUntil',
	type: 'options',
	options: [
		{ name: 'Agent Can Chat', value: 'canChat', description: 'The first pages are usable, and the run continues' },
		{ name: 'Training Has Finished', value: 'finished', description: 'The training run has ended' },
	],
	default: 'finished',
	description: 'When an agent counts as retrained',
} as const satisfies INodeProperties;

export const ifActive = {
	displayName: 'If Already in Training',
	name: 'ifActive',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'End the task as failed' },
		{ name: 'Follow That Run', value: 'adopt', description: 'Follow the active training run like an own one' },
		{ name: 'Train Again After It', value: 'wait', description: 'Wait for its end, then start a new one' },
	],
	default: 'adopt',
	description: 'What to do if a training run of the agent is already active',
} as const satisfies INodeProperties;

export const sourceChanges = {
	displayName: 'Changed Sources',
	name: 'sourceChanges',
	type: 'options',
	options: [
		{ name: 'Count', value: 'counts' },
		{ name: 'Count and Name', value: 'list' },
		{ name: 'Do Not Compare', value: 'none' },
	],
	default: 'list',
	description: 'Whether to compare the sources before and after the run: one call per 100 sources each time',
} as const satisfies INodeProperties;

export const countedChanges = {
	displayName: 'Changed Sources',
	name: 'countedChanges',
	type: 'options',
	options: [sourceChanges.options[0], sourceChanges.options[2]],
	default: 'counts',
	description: sourceChanges.description,
} as const satisfies INodeProperties;

export const ifUncertain = {
	displayName: 'If a Response Is Lost',
	name: 'ifUncertain',
	type: 'options',
	options: [
		{ name: 'Leave It to a Person', value: 'ask', description: 'End the task as failed if nobody can know' },
		{ name: 'Send It Again', value: 'repeat', description: 'Repeat the request with growing pauses, and report it' },
	],
	default: 'repeat',
	description:
		'What to do if the response to the training request was lost and no run shows. A second run harms nobody.',
} as const satisfies INodeProperties;
