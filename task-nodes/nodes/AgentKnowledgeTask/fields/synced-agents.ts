import type { INodeProperties } from 'n8n-workflow';
import { agentIds } from './agent-choice';
import { agentLocator } from './agent-locator';

/** Whose leads a sync brings. The first option is that of flows from before there were others. */
export const syncedAgents = {
	displayName: 'Agents',
	name: 'agents',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'One Agent', value: 'one', description: 'Only the leads of the agent that you choose below' },
		{ name: 'Chosen Agents', value: 'chosen', description: 'The leads of the agents that you choose below' },
		{
			name: 'All Agents',
			value: 'all',
			description: 'The leads of every agent that the API key can access, also of agents that come later',
		},
	],
	default: 'one',
	description: 'Whose leads to bring',
} as const satisfies INodeProperties;

export const oneAgent = {
	...agentLocator,
	displayOptions: { show: { agents: ['one'] } },
} as const satisfies INodeProperties;

export const syncedAgentFields = [syncedAgents, oneAgent, agentIds] as const;
