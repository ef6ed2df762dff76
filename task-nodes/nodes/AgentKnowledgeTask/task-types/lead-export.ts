import type { INodeProperties } from 'n8n-workflow';
import { agentFields, agentIds, readAgents } from '../fields/agent-choice';
import { connectionLocator } from '../fields/connection-locator';
import { cell, type Columns, recordOf } from './columns';
import {
	bucket,
	endDate,
	lastDays,
	period,
	periodZone,
	readPeriod,
	scheduled,
	spreadsheet,
	startDate,
} from './export-fields';
import { exportSamples } from './samples/export';
import { sampleFile } from './samples/export-file';
import { conversationFields, conversationInputs, readConversation } from '../fields/lead-conversation';
import { leadFilterFields, leadFilterInputs, readLeadFilter } from '../fields/lead-filter';
import { given, type TaskType } from './task-type';

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
	fields: [...agentFields, period, periodZone, lastDays, startDate, endDate, format, spreadsheet],
	options: [bucket, email, ...leadFilterFields, ...conversationFields],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		startDate,
		endDate,
		lastDays,
		period,
		timeZone: periodZone,
		email,
		...leadFilterInputs,
		...conversationInputs,
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
			...readConversation((field, as) => read.as(field, as)),
			bucket: read.optionalText(bucket),
			format: read.choice(format),
			spreadsheet: read.choice(spreadsheet),
		}),
};

/** The same task for a schedule, whose runs know the run before. */
export const leadExportScheduled: TaskType = scheduled(leadExport);
