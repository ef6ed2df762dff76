import type { INodeProperties } from 'n8n-workflow';
import { agentFields, agentIds, readAgents } from '../fields/agent-choice';
import { connectionLocator } from '../fields/connection-locator';
import type { FieldReader } from '../fields/field-reader';
import { cell, type Columns, recordOf } from './columns';
import { exportSamples } from './samples/export';
import { sampleFile } from './samples/export-file';
import { leadFilterFields, leadFilterInputs, readLeadFilter } from '../fields/lead-filter';
import { given, type TaskType } from './task-type';

const period = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'All Leads', value: 'all', description: 'From the first lead to the start of the task' },
		{ name: 'Between Two Days', value: 'between', description: 'Both days are included' },
		{ name: 'Last Days', value: 'lastDays', description: 'A number of days up to and including today' },
	],
	default: 'all',
	description: 'When the leads were captured',
} as const satisfies INodeProperties;

const lastDays = {
	displayName: 'Number of Days',
	name: 'lastDays',
	type: 'number',
	displayOptions: { show: { period: ['lastDays'] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 7,
	description: 'The number of last days, including today',
} as const satisfies INodeProperties;

const startDate = {
	displayName: 'From Day',
	name: 'startDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The first day (UTC). Only its date counts, not its time. Default: the day of the first lead.',
} as const satisfies INodeProperties;

const endDate = {
	displayName: 'To Day',
	name: 'endDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The last day (UTC). Only its date counts, not its time. Default: today.',
} as const satisfies INodeProperties;

const format = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'A table with a column for each captured form field, at most 200' },
		{ name: 'NDJSON', value: 'ndjson', description: 'One lead per line, as JSON' },
		{ name: 'XLSX', value: 'xlsx', description: 'A workbook for Excel' },
	],
	default: 'csv',
	description:
		'The format of the file. Its columns are those of Get Many Leads, with times in UTC, and one for each form field, such as fields.budget.',
} as const satisfies INodeProperties;

const spreadsheet = {
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

const bucket = {
	displayName: 'Bucket Name or ID',
	name: 'bucket',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getBuckets' },
	default: '',
	description:
		'The bucket that stores the file. Default: the gateway keeps the file, and the node downloads it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

const email = {
	displayName: 'Email Contains',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. @example.com',
	description: 'Only leads whose address contains this text. Default: all leads.',
} as const satisfies INodeProperties;

const columns: Columns = {
	fileName: ({ result }) => cell(recordOf(result['file'])['name']),
	rows: ({ result }) => cell(result['rows']),
	// Null: the file is in a bucket.
	fileLink: ({ links }) => cell(links['file']),
};

export const leadExport: TaskType = {
	value: 'lead-export',
	outputs: ['Exported', 'Not Exported'],
	columns,
	samples: exportSamples,
	sampleFile,
	fields: [...agentFields, period, lastDays, startDate, endDate, format, spreadsheet],
	options: [bucket, email, ...leadFilterFields],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		startDate,
		endDate,
		lastDays,
		email,
		...leadFilterInputs,
		format,
		spreadsheet,
		bucket,
	},
	hasParts: true,
	makesFile: true,
	readInput: (read) =>
		given({
			version: 1,
			...readAgents(read),
			...readPeriod(read),
			email: read.optionalText(email),
			...readLeadFilter((field, as) => read.as(field, as)),
			bucket: read.optionalText(bucket),
			format: read.choice(format),
			spreadsheet: read.choice(spreadsheet),
		}),
};

function readPeriod(read: FieldReader): Record<string, unknown> {
	const chosen = read.choice(period);
	if (chosen === 'lastDays') return { lastDays: read.count(lastDays) };
	if (chosen === 'between') return { startDate: read.optionalDay(startDate), endDate: read.optionalDay(endDate) };
	return {};
}
