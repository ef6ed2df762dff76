import type { INodeProperties } from 'n8n-workflow';
import { type Columns, countIn } from './columns';
import { bulkSamples } from './samples/bulk';
import { given, type TaskType } from './task-type';

const action = {
	displayName: 'Action',
	name: 'action',
	type: 'options',
	options: [
		{ name: 'Cancel', value: 'cancel' },
		{ name: 'Pause', value: 'pause' },
		{ name: 'Resend Events', value: 'resend' },
		{ name: 'Resume', value: 'resume' },
		{ name: 'Retry', value: 'retry' },
		{ name: 'Retry Failed Items', value: 'retry-failed-items' },
	],
	default: 'retry',
	description: 'What to do with each. What may not be repeated, such as a mail, is skipped and says why.',
} as const satisfies INodeProperties;

const target = {
	displayName: 'Of',
	name: 'target',
	type: 'options',
	options: [
		{ name: 'Schedules', value: 'schedules' },
		{ name: 'Syncs', value: 'syncs' },
		{ name: 'Tasks', value: 'tasks' },
	],
	default: 'tasks',
	description: 'What to act on. Pause and Resume need syncs or schedules.',
} as const satisfies INodeProperties;

const text = <Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'string', default: '', description }) as const satisfies INodeProperties;

/** Filters, which are texts in the API too. */
const filters = {
	agentId: text('Agent ID', 'agentId', 'Only tasks of this agent'),
	connection: text('Connection Name', 'connection', 'Only of this connection'),
	endedBefore: text('Ended Before', 'endedBefore', 'Only tasks that ended before this ISO time'),
	endedFrom: text('Ended From', 'endedFrom', 'Only tasks that ended at this time or later'),
	error: text('Reason', 'error', 'Only tasks with this error type, or with this text in their reason'),
	parent: text('Started By', 'parent', 'Only the tasks that this task has started'),
	search: text('Name or ID', 'search', 'Only those whose ID begins with this, or with this in a name'),
	selection: text('Preview Digest', 'selection', 'Only the rows of this preview of the gateway'),
	selector: text('Connection Labels', 'selector', 'Only of connections with these labels, such as client=acme'),
	startedBefore: text('Started Before', 'startedBefore', 'Only tasks that started before this time'),
	startedFrom: text('Started From', 'startedFrom', 'Only tasks that started at this time or later'),
	status: text('Status', 'status', 'Only tasks with this status, such as failed'),
	type: text('Task Type', 'type', 'Only this type, such as nightly-retrain'),
} as const;

const yesOrNo = <Name extends string>(displayName: string, name: Name, description: string) =>
	({
		displayName,
		name,
		type: 'options',
		options: [
			{ name: 'Either', value: '' },
			{ name: 'No', value: 'false' },
			{ name: 'Yes', value: 'true' },
		],
		default: '',
		description,
	}) as const satisfies INodeProperties;

/** Filters that are true or false in the API. */
const states = {
	ended: yesOrNo('Has Ended', 'ended', 'Only tasks that have ended, or only running ones'),
	needsAttention: yesOrNo('Needs a Look', 'needsAttention', 'Only ended tasks that somebody has to look at'),
	waitsForPerson: yesOrNo('Waits for a Person', 'waitsForPerson', 'Only tasks that wait for a person'),
} as const;

const ids = text('IDs', 'ids', 'Only these, separated by commas');

const all = {
	displayName: 'Without Filter',
	name: 'all',
	type: 'boolean',
	default: false,
	description: 'Whether to act on everything if no filter is set',
} as const satisfies INodeProperties;

const atOnce = {
	displayName: 'Retries at Once',
	name: 'atOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 10,
	description: 'How many retried tasks of a connection run at the same time',
} as const satisfies INodeProperties;

const columns: Columns = {
	done: countIn('done'),
	refused: countIn('refused'),
	gone: countIn('gone'),
	notStarted: countIn('not_started'),
};

export const bulkAction: TaskType = {
	value: 'bulk-action',
	outputs: ['Done', 'Not Done'],
	spansConnections: true,
	columns,
	samples: bulkSamples,
	fields: [action, target],
	options: [...Object.values(filters), ...Object.values(states), ids, all, atOnce].toSorted((one, other) =>
		one.displayName.localeCompare(other.displayName),
	),
	inputFields: { action, target, ...filters, ...states, ids, all, atOnce },
	hasParts: true,
	readInput(read) {
		const texts = Object.entries(filters).map(([name, field]) => [name, read.optionalText(field)] as const);
		const answers = Object.entries(states).map(([name, field]) => {
			const answer = read.choice(field);
			return [name, answer === '' ? undefined : answer === 'true'] as const;
		});
		const chosen = read.list(ids);
		return given({
			version: 1,
			action: read.choice(action),
			target: read.choice(target),
			...Object.fromEntries(texts),
			...Object.fromEntries(answers),
			ids: chosen.length === 0 ? undefined : chosen,
			all: read.flag(all),
			atOnce: read.count(atOnce),
		});
	},
};
