import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { returnAllOrLimit } from '../parameters/return-all';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many sources',
	description: 'Get many training sources of an agent with their status, newest first',
	endpoints: ['listSources'],
	properties: [
		agentLocator,
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [
						{ name: 'File', value: 'file' },
						{ name: 'Text', value: 'text' },
						{ name: 'Web Page', value: 'url' },
					],
					default: 'url',
					description: 'Only sources of this type',
				},
			],
		},
	],
	async execute({ api }, { agentId, filters, ...amount }) {
		return await listRows(amount, (window) =>
			api.call('listSources', { params: { id: agentId }, query: { ...filters, ...window } }),
		);
	},
});
