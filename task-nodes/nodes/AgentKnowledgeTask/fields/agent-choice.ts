import type { INodeProperties } from 'n8n-workflow';
import type { FieldReader } from './field-reader';

export const agentChoice = {
	displayName: 'Agents',
	name: 'agents',
	type: 'options',
	options: [
		{ name: 'All Agents', value: 'all', description: 'Every agent that the API key can access at the start' },
		{ name: 'Chosen Agents', value: 'chosen', description: 'The agents that you choose below' },
	],
	default: 'all',
	description: 'Which agents to include',
} as const satisfies INodeProperties;

export const agentIds = {
	displayName: 'Agent Names or IDs',
	name: 'agentIds',
	type: 'multiOptions',
	displayOptions: { show: { agents: ['chosen'] } },
	typeOptions: { loadOptionsMethod: 'getAgents', loadOptionsDependsOn: ['connection.value'] },
	default: [],
	description:
		'The list has up to 2,000 agents. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

export const agentFields = [agentChoice, agentIds] as const;

/** The chosen agents as a part of an input. Without `agentIds` the task is for all agents. */
export function readAgents(read: FieldReader): { agentIds?: string[] } {
	if (read.choice(agentChoice) === 'all') return {};
	const ids = read.list(agentIds);
	if (ids.length === 0) throw read.problem(agentIds, 'is empty');
	return { agentIds: ids };
}
