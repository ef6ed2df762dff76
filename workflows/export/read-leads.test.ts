import type { LeadExportInput } from './contract';
import { queryOf } from './read-leads';

const input: LeadExportInput = {
	version: 1,
	connection: 'c',
	format: 'csv',
	spreadsheet: 'comma',
	conversation: 'none',
	conversationSize: 1_000,
};

it.each([
	[1, '2026-03-01'],
	[2, '2026-02-28'],
	[31, '2026-01-30'],
])('of the last %d days the first is %s', (lastDays, startDate) => {
	expect(queryOf({ ...input, lastDays }, { asOf: '2026-03-01T00:00:00.001Z' })).toMatchObject({
		filter: { startDate, endDate: undefined },
		moments: {},
	});
});

it('leaves days that were named as they are', () => {
	const days = { startDate: '2026-01-01', endDate: '2026-01-31', email: '@example.com' };
	expect(queryOf({ ...input, ...days }, { asOf: '2026-03-01T00:00:00.000Z' })).toEqual({ filter: days, moments: {} });
});

it('lists a day more on each side of a period, whose moments decide', () => {
	const [from, until] = ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'];
	const day = '2026-03-29';
	const period = { period: 'yesterday', firstDay: day, lastDay: day, timeZone: 'Europe/Berlin', from, until } as const;
	expect(queryOf(input, { asOf: '2026-03-30T22:00:00.000Z', period })).toEqual({
		filter: { startDate: '2026-03-27', endDate: '2026-03-30', email: undefined },
		moments: { from, until },
	});
});
