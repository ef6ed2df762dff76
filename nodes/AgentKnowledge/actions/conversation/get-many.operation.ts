import { filled } from '../filled';
import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { outputShape } from '../parameters/output-shape';
import { returnAllOrLimit } from '../parameters/return-all';
import { simplifiedConversation } from './simplified';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many conversations',
	description: 'Get many conversations of an agent from all channels, newest first, without transcripts',
	endpoints: ['listConversations'],
	properties: [
		agentLocator,
		...returnAllOrLimit,
		...outputShape,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Channel',
					name: 'channel',
					type: 'string',
					default: '',
					placeholder: 'e.g. api',
					description: 'Only conversations of this channel, with the name that the service uses',
				},
				{
					displayName: 'State',
					name: 'state',
					type: 'options',
					options: [
						{ name: 'Open', value: 'open' },
						{ name: 'Resolved', value: 'resolved' },
					],
					default: 'open',
					description: 'Only conversations in this state',
				},
			],
		},
	],
	async execute(run, { agentId, filters, returnAll, limit, ...wanted }) {
		const query = filled(filters);
		return await listRows(
			{ returnAll, limit },
			(window) => run.api.call('listConversations', { params: { id: agentId }, query: { ...query, ...window } }),
			shapeOf(run, wanted, simplifiedConversation),
		);
	},
});
