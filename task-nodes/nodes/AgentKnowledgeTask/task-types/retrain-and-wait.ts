import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readLocator, readSeconds } from '../actions/read-fields';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import type { TaskType } from './task-type';

const waitUntil = {
	displayName: 'Wait Until',
	name: 'waitUntil',
	type: 'options',
	options: [
		{ name: 'Agent Can Chat', value: 'canChat', description: 'The first pages are usable; the rest is still read' },
		{ name: 'Training Has Finished', value: 'finished', description: 'The training run has ended' },
	],
	default: 'finished',
	description: 'When the task is complete',
} as const satisfies INodeProperties;

const ifActive = {
	displayName: 'If Already Running',
	name: 'ifActive',
	type: 'options',
	options: [
		{ name: 'Adopt', value: 'adopt', description: 'Follow the training run that is active, as if it were ours' },
		{ name: 'Fail', value: 'fail', description: 'End the task as failed' },
		{ name: 'Wait', value: 'wait', description: 'Wait for its end, then start a new one' },
	],
	default: 'adopt',
	description: 'What to do when a training run of the agent is active already',
} as const satisfies INodeProperties;

const timeout = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'After how many seconds the task ends as timed out. The training run itself goes on. 0: no limit.',
} as const satisfies INodeProperties;

export const retrainAndWait: TaskType = {
	value: 'retrain-and-wait',
	name: 'Retrain and Wait',
	description: "Refresh an agent's knowledge from its website, and follow the training run to its end",
	properties: [connectionLocator, agentLocator, waitUntil, ifActive, timeout],
	readInput(context, itemIndex) {
		const timeoutSeconds = readSeconds(context, timeout, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			agentId: readLocator(context, agentLocator, itemIndex),
			waitUntil: readChoice(context, waitUntil, itemIndex),
			ifActive: readChoice(context, ifActive, itemIndex),
			...(timeoutSeconds > 0 && { timeoutSeconds }),
		};
	},
};
