import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get an agent',
	description: 'Get one agent by its ID',
	endpoints: ['getAgent'],
	properties: [agentLocator],
	async execute({ api }, { agentId }) {
		return [rowOf(await api.call('getAgent', { params: { id: agentId } }))];
	},
});
