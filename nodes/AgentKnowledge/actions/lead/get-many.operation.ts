import type { Lead } from '../../../../api';
import { rowOf } from '../../transport/row';
import { type CalendarDays, dayAfter } from '../../generated/calendar-days';
import { daysOfPeriod } from '../days-of-period';
import { filled } from '../filled';
import { listRows } from '../list-rows';
import { defineOperation, type ItemRun } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { calendarPeriod, endDate, startDate } from '../parameters/dates';
import { outputShape } from '../parameters/output-shape';
import { returnAllOrLimit } from '../parameters/return-all';
import { country, excludeEmails, formField, leadMatcher } from './filters';
import { flattened, flattenFields } from './flattened';
import { simplifiedLead } from './simplified';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Get many leads that an agent captured, newest first',
	endpoints: ['listLeads'],
	properties: [
		agentLocator,
		...returnAllOrLimit,
		...outputShape,
		flattenFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				country,
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. @example.com',
					description: 'Only leads whose email address contains this text',
				},
				endDate,
				excludeEmails,
				formField,
				calendarPeriod,
				startDate,
			],
		},
	],
	async execute(run, { agentId, filters, returnAll, limit, flattenFields: flattens, ...wanted }) {
		const { country: place, excludeEmails: except, formField: field, period, ...ofService } = filters;
		const days = period && daysOfPeriod(run, period);
		const query = filled({ ...ofService, ...(days && daysAround(days)) });
		const matches = leadMatcher({ country: place, excludeEmails: except, formField: field });
		const read = { calls: 0, leads: 0 };
		const shape = shapeOf(run, wanted, simplifiedLead);
		const rows = await listRows<Lead>(
			{ returnAll, limit },
			async (window) => {
				read.calls += 1;
				return await run.api.call('listLeads', { params: { id: agentId }, query: { ...query, ...window } });
			},
			(lead) => (flattens ? flattened(shape(lead)) : shape(lead)),
			matches === undefined && days === undefined
				? undefined
				: (lead) => {
						if (days !== undefined && !isWithin(days, lead)) return false;
						read.leads += 1;
						return matches?.(rowOf(lead)) ?? true;
					},
		);
		if (matches !== undefined) tellOfReads(run, { ...read, matching: rows.length });
		return rows;
	},
});

/** A day more on each side, because nothing says in which zone the service begins its days. */
function daysAround({ firstDay, lastDay }: CalendarDays): { startDate: string; endDate: string } {
	return { startDate: dayAfter(firstDay, -1), endDate: dayAfter(lastDay, 1) };
}

function isWithin({ from, until }: CalendarDays, { capturedAt }: Lead): boolean {
	const at = Date.parse(capturedAt);
	return at >= Date.parse(from) && at < Date.parse(until);
}

/** A filter of the node costs requests, which the service's own filters do not. */
function tellOfReads(
	{ context, itemIndex }: ItemRun,
	{ calls, leads, matching }: { calls: number; leads: number; matching: number },
): void {
	const message = `Item ${itemIndex}: ${matching} of ${leads} leads match the filters Country, Except Addresses and Form Field. The node read them with ${calls} ${calls === 1 ? 'request' : 'requests'}. The filters Start Date, End Date, Period and Email need fewer.`;
	context.addExecutionHints({ message, location: 'outputPane' });
}
