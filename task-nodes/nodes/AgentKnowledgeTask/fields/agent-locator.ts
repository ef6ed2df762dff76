import type { INodeProperties } from 'n8n-workflow';

/** Which agent: from the list of those that the chosen connection can access, or by ID. */
export const agentLocator = {
	displayName: 'Agent',
	name: 'agentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The agent to work with',
	typeOptions: { loadOptionsDependsOn: ['connection.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an agent...',
			typeOptions: { searchListMethod: 'searchAgents', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. agent_support' },
	],
} as const satisfies INodeProperties;
