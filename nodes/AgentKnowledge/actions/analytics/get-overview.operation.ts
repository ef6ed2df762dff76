import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { period as periodOption } from '../parameters/period';

export const getOverview = defineOperation({
	value: 'getOverview',
	name: 'Get Overview',
	action: 'Get the overview of an agent',
	description: "Get a summary of an agent's performance in a period",
	endpoints: ['getOverview'],
	properties: [agentLocator, periodOption],
	async execute({ api }, { agentId, period }) {
		return [{ agentId, ...rowOf(await api.call('getOverview', { params: { id: agentId }, query: { period } })) }];
	},
});
