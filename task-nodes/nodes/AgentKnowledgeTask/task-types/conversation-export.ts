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
import { conversationFile, conversationSamples } from './samples/conversations';
import { given, type TaskType } from './task-type';

const format = {
	displayName: 'Format',
	name: 'conversationFormat',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'A table with a row per message' },
		{ name: 'NDJSON', value: 'ndjson', description: 'One conversation with its messages per line, as JSON' },
		{ name: 'Parquet', value: 'parquet', description: 'A row per message, for a data warehouse' },
	],
	default: 'ndjson',
	description: 'The format of the file',
} as const satisfies INodeProperties;

/** A schedule asks for leads or for conversations, so that their fields have names of their own. */
const forExcel = {
	...spreadsheet,
	name: 'conversationSpreadsheet',
	displayOptions: { show: { conversationFormat: ['csv'] } },
	description:
		'Whether people open the CSV file in Excel, and the separator that their Excel expects. Numbers and formulas in messages stay texts.',
} as const satisfies INodeProperties;

const channel = {
	displayName: 'Channel',
	name: 'channel',
	type: 'string',
	default: '',
	placeholder: 'e.g. api',
	description: 'Only conversations of this channel, with the name that the service uses. Default: all channels.',
} as const satisfies INodeProperties;

const state = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: [
		{ name: 'Any', value: 'any' },
		{ name: 'Open', value: 'open' },
		{ name: 'Resolved', value: 'resolved' },
	],
	default: 'any',
	description: 'Only conversations in this state',
} as const satisfies INodeProperties;

const partition = {
	displayName: 'Files',
	name: 'partition',
	type: 'options',
	options: [
		{ name: 'One File', value: 'none' },
		{ name: 'One File per Day', value: 'day', description: 'In the bucket, a file for each day in UTC' },
	],
	default: 'none',
	description: 'Whether there is one file, or one per day on which conversations began. Several need a bucket.',
} as const satisfies INodeProperties;

const columns: Columns = {
	fileName: ({ result }) => cell(recordOf(result['file'])['name']),
	conversations: ({ result }) => cell(result['conversations']),
	messages: ({ result }) => cell(result['messages']),
	// Null: the file is in a bucket.
	fileLink: ({ links }) => cell(links['file']),
};

export const conversationExport: TaskType = {
	value: 'conversation-export',
	outputs: ['Exported', 'Not Exported'],
	columns,
	samples: conversationSamples,
	sampleFile: conversationFile,
	fields: [...agentFields, period, periodZone, lastDays, startDate, endDate, format, forExcel],
	options: [bucket, channel, partition, state],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		startDate,
		endDate,
		lastDays,
		period,
		timeZone: periodZone,
		channel,
		state,
		format,
		spreadsheet: forExcel,
		bucket,
		partition,
	},
	hasParts: true,
	makesFile: true,
	readInput: (read) =>
		given({
			version: 1,
			...readAgents(read),
			...readPeriod(read),
			channel: read.optionalText(channel),
			state: read.choice(state),
			bucket: read.optionalText(bucket),
			format: read.choice(format),
			spreadsheet: read.choice(forExcel),
			partition: read.choice(partition),
		}),
};

/** The same task for a schedule, whose runs know the run before. */
export const conversationExportScheduled: TaskType = scheduled(conversationExport);
