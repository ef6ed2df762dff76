import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readCount, readGivenText, readList, readLocator } from '../fields/read-fields';
import { connectionLocator } from './connection-locator';
import type { TaskType } from './task-type';

const agentIds = {
	displayName: 'Agent IDs',
	name: 'agentIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. agent_support, agent_sales',
	description:
		'The agents whose leads to export, separated by commas, or as a list. Default: every agent the API key can access.',
} as const satisfies INodeProperties;

const startDate = {
	displayName: 'From Day',
	name: 'startDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-01',
	description: 'The first day, in UTC. Default: the first lead.',
} as const satisfies INodeProperties;

const endDate = {
	displayName: 'To Day',
	name: 'endDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-30',
	description: 'The last day, in UTC. Default: the start of the task.',
} as const satisfies INodeProperties;

const lastDays = {
	displayName: 'Last Days',
	name: 'lastDays',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'The number of last days, including today. Replaces From Day and To Day. 0: use those two fields.',
} as const satisfies INodeProperties;

const email = {
	displayName: 'Email Contains',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. @example.com',
	description: 'Only leads whose address contains this text. Default: all leads.',
} as const satisfies INodeProperties;

const format = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'A table with a column for each captured form field' },
		{ name: 'NDJSON', value: 'ndjson', description: 'One lead per line, as JSON' },
		{ name: 'XLSX', value: 'xlsx', description: 'A workbook for Excel' },
	],
	default: 'csv',
	description: 'The format of the file',
} as const satisfies INodeProperties;

const spreadsheet = {
	displayName: 'For Excel',
	name: 'spreadsheet',
	type: 'options',
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
	displayName: 'Bucket',
	name: 'bucket',
	type: 'string',
	default: '',
	placeholder: 'e.g. reports',
	description: "The bucket of the worker's configuration that stores the file. Default: the gateway keeps the file.",
} as const satisfies INodeProperties;

export const leadExport: TaskType = {
	value: 'lead-export',
	name: 'Lead Export',
	description: 'Write all leads of one or more agents into a file, each exactly once',
	properties: [connectionLocator, agentIds, startDate, endDate, lastDays, email, format, spreadsheet, bucket],
	readInput(context, itemIndex) {
		const named = readList(context, agentIds, itemIndex);
		const byDays = context.getNodeParameter(lastDays.name, itemIndex, 0) !== 0;
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			...(named.length > 0 && { agentIds: named }),
			...readGivenText(context, startDate, itemIndex),
			...readGivenText(context, endDate, itemIndex),
			...(byDays && { lastDays: readCount(context, lastDays, itemIndex) }),
			...readGivenText(context, email, itemIndex),
			...readGivenText(context, bucket, itemIndex),
			format: readChoice(context, format, itemIndex),
			spreadsheet: readChoice(context, spreadsheet, itemIndex),
		};
	},
};
