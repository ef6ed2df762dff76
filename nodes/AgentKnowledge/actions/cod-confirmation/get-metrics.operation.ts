import { rowOf } from '../../transport/row';
import { daysOfPeriod } from '../days-of-period';
import { filled } from '../filled';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { calendarPeriod, endDate, startDate } from '../parameters/dates';

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
			options: [
				endDate,
				{
					...calendarPeriod,
					description: `${calendarPeriod.description} The service counts by days of its own, whose zone is not documented.`,
				},
				startDate,
			],
		},
	],
	async execute(run, { agentId, filters: { period, ...range } }) {
		const days = period && daysOfPeriod(run, period);
		const query = days ? { startDate: days.firstDay, endDate: days.lastDay } : filled(range);
		const metrics = await run.api.call('getCodMetrics', { params: { id: agentId }, query });
		return [{ agentId, ...rowOf(metrics) }];
	},
});
