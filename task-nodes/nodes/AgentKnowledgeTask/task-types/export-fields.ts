import type { INodeProperties } from 'n8n-workflow';
import type { FieldReader } from '../fields/field-reader';

// What the exports of leads and of conversations ask for.

export const period = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'From the first one to the start of the task' },
		{ name: 'Between Two Days', value: 'between', description: 'Both days are included' },
		{ name: 'Last Days', value: 'lastDays', description: 'A number of days up to and including today' },
	],
	default: 'all',
	description: 'When the leads were captured, or when the conversations began',
} as const satisfies INodeProperties;

export const lastDays = {
	displayName: 'Number of Days',
	name: 'lastDays',
	type: 'number',
	displayOptions: { show: { period: ['lastDays'] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 7,
	description: 'The number of last days, including today',
} as const satisfies INodeProperties;

export const startDate = {
	displayName: 'From Day',
	name: 'startDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The first day (UTC). Only its date counts, not its time. Default: the first day there is.',
} as const satisfies INodeProperties;

export const endDate = {
	displayName: 'To Day',
	name: 'endDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The last day (UTC). Only its date counts, not its time. Default: today.',
} as const satisfies INodeProperties;

export const spreadsheet = {
	displayName: 'For Excel',
	name: 'spreadsheet',
	type: 'options',
	displayOptions: { show: { format: ['csv'] } },
	options: [
		{
			name: 'No',
			value: 'any',
			description: 'For every program. Formulas are made harmless.',
		},
		{
			name: 'No, Raw Texts',
			value: 'none',
			description: 'For programs only: a text may be a formula that a spreadsheet computes',
		},
		{ name: 'Yes, With Commas', value: 'comma', description: 'For Excel that writes 1.5, as in English' },
		{
			name: 'Yes, With Semicolons',
			value: 'semicolon',
			description: 'For Excel that writes 1,5, as in German or French',
		},
	],
	default: 'any',
	description:
		'Whether people open the CSV file in Excel, and the separator that their Excel expects. With Yes, Excel shows telephone numbers as captured. For LibreOffice, choose the format XLSX.',
} as const satisfies INodeProperties;

export const bucket = {
	displayName: 'Bucket Name or ID',
	name: 'bucket',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getBuckets' },
	default: '',
	description:
		'The bucket that stores the file. Default: the gateway keeps the file, and the node downloads it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

/** The days as a part of an input. */
export function readPeriod(read: FieldReader): Record<string, unknown> {
	const chosen = read.choice(period);
	if (chosen === 'lastDays') return { lastDays: read.count(lastDays) };
	if (chosen === 'between') return { startDate: read.optionalDay(startDate), endDate: read.optionalDay(endDate) };
	return {};
}
