import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { sourceLocator } from '../parameters/source-locator';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a source',
	description: 'Get one training source with its status and, for a text, its content',
	endpoints: ['getSource'],
	properties: [agentLocator, sourceLocator],
	async execute({ api }, { agentId, sourceId }) {
		return [rowOf(await api.call('getSource', { params: { id: agentId, sourceId } }))];
	},
});
