import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readLocator, readSeconds } from '../actions/read-fields';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import { ifActive, waitUntil } from './retrain-fields';
import type { TaskType } from './task-type';

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
