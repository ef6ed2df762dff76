import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';

export const getTrainingStatus = defineOperation({
	value: 'getTrainingStatus',
	name: 'Get Training Status',
	action: 'Get the training status of an agent',
	description: 'Check whether a training run is active, how many pages are done, and whether the agent can chat',
	endpoints: ['getTrainingStatus'],
	properties: [agentLocator],
	async execute({ api }, { agentId }) {
		const status = await api.call('getTrainingStatus', { params: { id: agentId } });
		return [{ agentId, ...rowOf(status) }];
	},
});
