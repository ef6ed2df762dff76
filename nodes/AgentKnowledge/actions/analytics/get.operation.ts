import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { period as periodOption } from '../parameters/period';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get analytics of an agent',
	description:
		'Get the top questions, unanswered queries, satisfaction ratings and visitor locations of an agent. On plans without advanced analytics these sections are empty, and "advancedAnalytics" is false.',
	endpoints: ['getAnalytics'],
	properties: [agentLocator, periodOption],
	async execute({ api }, { agentId, period }) {
		return [{ agentId, ...rowOf(await api.call('getAnalytics', { params: { id: agentId }, query: { period } })) }];
	},
});
