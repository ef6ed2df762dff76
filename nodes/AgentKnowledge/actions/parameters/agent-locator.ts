import type { INodeProperties } from 'n8n-workflow';

/** Which agent: chosen from the list of those the key can access, or by id. */
export const agentLocator = {
	displayName: 'Agent',
	name: 'agentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The agent to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an agent...',
			typeOptions: { searchListMethod: 'searchAgents', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. agent_support',
			validation: [
				{
					type: 'regex',
					properties: { regex: '^\\S+$', errorMessage: 'An agent ID has no spaces' },
				},
			],
		},
	],
} as const satisfies INodeProperties;
