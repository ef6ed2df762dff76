import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readCount, readList, readLocator, readSeconds } from '../fields/read-fields';
import { connectionLocator } from './connection-locator';
import { ifActive, waitUntil } from './retrain-fields';
import type { TaskType } from './task-type';

const agentIds = {
	displayName: 'Agent IDs',
	name: 'agentIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. agent_support, agent_sales',
	description: 'The agents to retrain, separated by commas, or as a list. Default: every agent the API key can access.',
} as const satisfies INodeProperties;

const atOnce = {
	displayName: 'Agents at Once',
	name: 'atOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 3,
	description: 'The number of agents to train at the same time',
} as const satisfies INodeProperties;

const agentTimeout = {
	displayName: 'Timeout of One Agent (Seconds)',
	name: 'agentTimeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 60, numberPrecision: 0 },
	default: 21600,
	description: 'The task gives up on one agent after this time, so that the others can continue',
} as const satisfies INodeProperties;

export const nightlyRetrain: TaskType = {
	value: 'nightly-retrain',
	name: 'Nightly Retrain',
	description: 'Refresh the knowledge of many agents, some at a time. One result row per agent.',
	properties: [connectionLocator, agentIds, waitUntil, ifActive, atOnce, agentTimeout],
	readInput(context, itemIndex) {
		const named = readList(context, agentIds, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			...(named.length > 0 && { agentIds: named }),
			waitUntil: readChoice(context, waitUntil, itemIndex),
			ifActive: readChoice(context, ifActive, itemIndex),
			atOnce: readCount(context, atOnce, itemIndex),
			agentTimeoutSeconds: readSeconds(context, agentTimeout, itemIndex),
		};
	},
};
