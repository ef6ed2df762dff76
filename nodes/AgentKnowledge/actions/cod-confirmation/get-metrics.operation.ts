import { rowOf } from '../../transport/row';
import { filled } from '../filled';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { endDate, startDate } from '../parameters/dates';

export const getMetrics = defineOperation({
	value: 'getMetrics',
	name: 'Get Metrics',
	action: 'Get metrics of COD confirmations',
	description: "Get the results of an agent's cash-on-delivery (COD) confirmations for a date range",
	endpoints: ['getCodMetrics'],
	properties: [
		agentLocator,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [endDate, startDate],
		},
	],
	async execute({ api }, { agentId, filters }) {
		const metrics = await api.call('getCodMetrics', { params: { id: agentId }, query: filled(filters) });
		return [{ agentId, ...rowOf(metrics) }];
	},
});
