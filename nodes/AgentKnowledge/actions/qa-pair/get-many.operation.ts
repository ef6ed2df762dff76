import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { returnAllOrLimit } from '../parameters/return-all';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many Q&A pairs',
	description: 'Get many Q&A pairs (FAQ) of an agent, newest first',
	endpoints: ['listQaPairs'],
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
					displayName: 'Kind',
					name: 'kind',
					type: 'options',
					options: [
						{ name: 'Text Only', value: 'qa' },
						{ name: 'With Images or Video', value: 'media' },
					],
					default: 'qa',
					description: 'Only pairs of this kind',
				},
			],
		},
	],
	async execute({ api }, { agentId, filters, ...amount }) {
		return await listRows(amount, (window) =>
			api.call('listQaPairs', { params: { id: agentId }, query: { ...filters, ...window } }),
		);
	},
});
