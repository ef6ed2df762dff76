import type { INodeProperties } from 'n8n-workflow';
import { type Columns, countIn } from './columns';
import { eachSamples } from './samples/each';
import { given, type TaskType } from './task-type';

const selector = {
	displayName: 'Connection Labels',
	name: 'selector',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. client=acme',
	description: 'Of the connections that get a task',
} as const satisfies INodeProperties;

const type = {
	displayName: 'Task',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Export Conversations', value: 'conversation-export' },
		{ name: 'Export Leads', value: 'lead-export' },
		{ name: 'Keep Knowledge in Step', value: 'knowledge-sync' },
		{ name: 'Retrain Many', value: 'nightly-retrain' },
		{ name: 'Sync Conversations', value: 'conversation-sync' },
		{ name: 'Sync Leads', value: 'lead-sync' },
		{ name: 'Weekly Report', value: 'weekly-report' },
	],
	default: 'nightly-retrain',
	description: 'What each connection gets. Do not wait for a sync, which never ends.',
} as const satisfies INodeProperties;

const input = {
	displayName: 'Input',
	name: 'input',
	type: 'json',
	default: '{}',
	description: 'The input of each task as the gateway takes it',
} as const satisfies INodeProperties;

const atOnce = {
	displayName: 'Connections at Once',
	name: 'atOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 200, numberPrecision: 0 },
	default: 20,
	description: 'How many have their turn at the same time',
} as const satisfies INodeProperties;

const columns: Columns = { completed: countIn('completed'), notDone: countIn('not_done'), refused: countIn('refused') };

export const forEachConnection: TaskType = {
	value: 'for-each-connection',
	outputs: ['Done', 'Not Done'],
	spansConnections: true,
	columns,
	samples: eachSamples,
	fields: [selector, type, input],
	options: [atOnce],
	inputFields: { selector, type, input, atOnce },
	hasParts: true,
	readInput(read) {
		return given({
			version: 1,
			selector: read.text(selector),
			type: read.choice(type),
			input: read.record(input),
			atOnce: read.count(atOnce),
		});
	},
};
