import { type INodeProperties, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import type { TriggerEvent } from '../events/event';
import { MOST_AGENTS } from './stored-agents';

/** Agents by id, or all that the key can access. */
export type SeveralAgents = 'all' | readonly string[];

/** Which agents a node watches. */
export type WatchedAgents = { one: string } | { several: SeveralAgents };

/** Flows of earlier releases have no such field, and one agent. */
export const agentChoice = {
	displayName: 'Agents',
	name: 'agents',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'One Agent', value: 'one', description: 'The agent that you choose below' },
		{ name: 'Chosen Agents', value: 'chosen', description: 'The agents that you choose below' },
		{
			name: 'All Agents',
			value: 'all',
			description: 'Every agent that the API key can access, also those that come later',
		},
	],
	default: 'one',
	description: 'Which agents to watch',
} as const satisfies INodeProperties;

export const agentIds = {
	displayName: 'Agent Names or IDs',
	name: 'agentIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getAgents' },
	default: [],
	required: true,
	description:
		'The agents to watch. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

/** @throws NodeOperationError if none or too many are chosen */
export function watchedAgents(context: IPollFunctions, { nothing }: TriggerEvent): WatchedAgents {
	const choice: unknown = nothing.messageOfSeveral === undefined ? 'one' : context.getNodeParameter('agents', 'one');
	if (choice === 'all') return { several: 'all' };
	if (choice === 'chosen') return { several: chosenIds(context) };
	const agentId = context.getNodeParameter('agentId', '', { extractValue: true });
	if (typeof agentId === 'string' && agentId !== '') return { one: agentId };
	throw new NodeOperationError(context.getNode(), 'Choose an agent.');
}

function chosenIds(context: IPollFunctions): string[] {
	const value: unknown = context.getNodeParameter('agentIds', []);
	const entries: unknown[] = Array.isArray(value) ? value : String(value).split(',');
	const ids = entries.map((id) => (typeof id === 'string' ? id.trim() : ''));
	const different = [...new Set(ids)];
	const field = `"${agentIds.displayName}"`;
	if (ids.length === 0 || different.includes('')) {
		throw new NodeOperationError(context.getNode(), `Choose the agents in ${field}.`, {
			description: 'An expression there must yield the IDs of agents, as a list or separated by commas.',
		});
	}
	if (different.length <= MOST_AGENTS) return different;
	throw new NodeOperationError(
		context.getNode(),
		`${field} has ${different.length} agents, and a trigger watches at most ${MOST_AGENTS}.`,
		{ description: 'Choose fewer agents, and add a trigger for the others.' },
	);
}
