import type { LeadExportResult } from './contract';
import { verdictOn } from './verdict';

const result: LeadExportResult = {
	version: 1,
	asOf: '2026-11-21T10:00:00.000Z',
	period: null,
	rows: 1_000,
	bucket: null,
	agents: [{ agentId: 'a', rows: 1_000, gone: false }],
	file: { name: 'leads.csv', contentType: 'text/csv', bytes: 1, sha256: 'a', link: '/v1/x', expiresAt: null },
	audit: { pages: 10, stepsBack: 0, repeats: 0, cutCells: 0 },
};

it.each([
	[undefined, 'leads.csv has 1000 leads.'],
	[0, 'leads.csv has 1000 leads.'],
	[
		1,
		'leads.csv has 1000 leads. 1 lead has form fields beyond the 200 columns for them. They are in the column "fields", as JSON.',
	],
	[
		990,
		'leads.csv has 1000 leads. 990 leads have form fields beyond the 200 columns for them. They are in the column "fields", as JSON.',
	],
])('says how many leads have form fields without a column of their own: %s', (sharedFields, message) => {
	const audit = { ...result.audit, ...(sharedFields === undefined ? {} : { sharedFields }) };
	expect(verdictOn({ ...result, audit })).toMatchObject({ message, failures: [] });
});
