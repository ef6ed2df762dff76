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
	expect(queryOf({ ...input, lastDays }, '2026-03-01T00:00:00.001Z')).toMatchObject({ startDate, endDate: undefined });
});

it('leaves days that were named as they are', () => {
	const days = { startDate: '2026-01-01', endDate: '2026-01-31', email: '@example.com' };
	expect(queryOf({ ...input, ...days }, '2026-03-01T00:00:00.000Z')).toEqual(days);
});
