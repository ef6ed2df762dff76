import type { INodeProperties } from 'n8n-workflow';
import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { duration } from '../fields/duration';
import { cell, type Columns, recordOf, recordsOf, type TaskParts } from './columns';
import { planDeadline as deadline, remindAfter, reviewers, unlessNone } from './email-fields';
import {
	alwaysFetched,
	columns as tableColumns,
	enabled,
	exclude,
	include,
	key,
	readFetched,
	readRow,
	rowFields,
	setUrl,
} from './knowledge-rows';
import { knowledgeSamples } from './samples/knowledge';
import { given, type TaskType } from './task-type';

export const set = {
	displayName: 'Set',
	name: 'set',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Handbook',
	description:
		'The name of the set, the same in every run. An agent can have several sets. What people add by hand belongs to none.',
} as const satisfies INodeProperties;

const mode = {
	displayName: 'Rows That Are Gone',
	name: 'mode',
	type: 'options',
	options: [
		{
			name: 'Delete',
			value: 'mirror',
			description: 'Delete what the set added. A person decides at the gateway on what others made and it took over.',
		},
		{ name: 'Delete Own', value: 'own', description: 'Delete what the set added, and keep what others made' },
		{ name: 'Keep', value: 'add', description: 'Delete nothing' },
	],
	default: 'mirror',
	description:
		'What to do with earlier rows that no input item has now. The first sync of a set deletes nothing, and a plan that deletes much waits for a person.',
} as const satisfies INodeProperties;

const drift = {
	displayName: 'If Changed by Hand',
	name: 'drift',
	type: 'options',
	options: [
		{ name: 'Ask', value: 'ask', description: 'Wait until a person has decided at the gateway' },
		{ name: 'Keep', value: 'keep', description: 'Leave it as the person changed it' },
		{ name: 'Overwrite', value: 'overwrite', description: 'Write what the input item has' },
	],
	default: 'ask',
	description: 'What to do with a row that a person changed at the service since the last sync',
} as const satisfies INodeProperties;

const existing = {
	displayName: 'If Already There',
	name: 'existing',
	type: 'options',
	options: [
		{ name: 'Adopt', value: 'adopt', description: 'It becomes a part of the set, and is changed if it differs' },
		{ name: 'Refuse', value: 'refuse', description: 'Refuse the row, and touch nothing' },
	],
	default: 'refuse',
	description: 'What to do if the agent has an item of the same name that this set did not add',
} as const satisfies INodeProperties;

const planOnly = {
	displayName: 'Plan Only',
	name: 'planOnly',
	type: 'boolean',
	default: false,
	description: 'Whether to make a plan and change nothing',
} as const satisfies INodeProperties;

const planHash = {
	displayName: 'Plan Hash',
	name: 'planHash',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.planHash }}',
	description: 'Apply only if the plan still has this hash, from the digest of a run with Plan Only',
} as const satisfies INodeProperties;

const emptyOnPurpose = {
	displayName: 'Empty on Purpose',
	name: 'emptyOnPurpose',
	type: 'boolean',
	default: false,
	description:
		'Whether an empty input deletes the whole set. n8n runs a node without items only if the node before it has "Always Output Data" on.',
} as const satisfies INodeProperties;

const prove = {
	displayName: 'Prove by Searches',
	name: 'prove',
	type: 'boolean',
	default: false,
	description:
		'Whether to search afterwards if the agent finds what was added or changed, and no longer what was deleted. Searches cost no message credits.',
} as const satisfies INodeProperties;

const timeout = duration({
	displayName: 'Timeout',
	name: 'timeout',
	description: 'The task ends as timed out after this time. The next run continues from there. Default: no limit.',
	amount: 6,
	unit: 'hours',
});

export const rowsReturned = {
	displayName: 'Rows to Return',
	name: 'rowsReturned',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'The digest, and an item for each input item' },
		{ name: 'Changed', value: 'changed', description: 'The digest, and the rows that were not as wanted already' },
		{ name: 'None', value: 'none', description: 'The digest' },
	],
	default: 'all',
	description: 'Which rows to return after the digest, when the node waits for the end',
} as const satisfies INodeProperties;

const KINDS = {
	added: ['create', 'missing'],
	changed: ['update', 'replace', 'adopt'],
	deleted: ['delete'],
	unchanged: ['unchanged'],
};
const BAD: ReadonlySet<unknown> = new Set(['unproven', 'failed', 'refused', 'waits', 'needs_person', 'not_started']);

/** Rows that did not end as wanted are all in the result, unless there are thousands. The others are counted only. */
function countOf({ result }: TaskParts, kinds: readonly string[]): number | null {
	const rows = recordsOf(result['rows']);
	if (rows === null) return null;
	const steps = recordOf(result['steps']);
	const planned = kinds.reduce((sum, kind) => sum + Number(steps[kind] ?? 0), 0);
	return planned - rows.filter(({ step, outcome }) => kinds.includes(String(step)) && BAD.has(outcome)).length;
}

function notInStep({ result }: TaskParts): number | null {
	const unusable = recordsOf(result['unusable']);
	if (unusable === null) return null;
	const counts = Object.entries(recordOf(result['counts'])).filter(([outcome]) => BAD.has(outcome));
	return counts.reduce((sum, [, count]) => sum + Number(count), unusable.length);
}

const columns: Columns = {
	set: ({ result }) => cell(result['set']),
	added: (task) => countOf(task, KINDS.added),
	changed: (task) => countOf(task, KINDS.changed),
	deleted: (task) => countOf(task, KINDS.deleted),
	unchanged: (task) => countOf(task, KINDS.unchanged),
	notInStep,
	planHash: ({ result }) => cell(result['planHash']),
};

export const knowledgeSync: TaskType = {
	value: 'knowledge-sync',
	outputs: ['In Step', 'Not in Step'],
	columns,
	samples: knowledgeSamples,
	fields: [agentLocator, set, ...rowFields, mode],
	options: [
		key,
		enabled,
		include,
		exclude,
		tableColumns,
		drift,
		existing,
		planOnly,
		planHash,
		emptyOnPurpose,
		prove,
		reviewers,
		remindAfter,
		deadline,
		timeout,
		rowsReturned,
	],
	inputFields: {
		connection: connectionLocator,
		agentId: agentLocator,
		set,
		// The rows are the input items.
		rows: set,
		blob: set,
		url: setUrl,
		// Adopting happens once, by the command line.
		fromAgent: set,
		include,
		exclude,
		columns: tableColumns,
		mode,
		drift,
		existing,
		planOnly,
		planHash,
		emptyOnPurpose,
		prove,
		reviewers,
		remindAfterSeconds: remindAfter,
		deadlineSeconds: deadline,
		timeoutSeconds: timeout,
	},
	asksPerson: true,
	hasParts: true,
	readInput: (read) =>
		given({
			version: 1,
			agentId: read.locator(agentLocator),
			set: read.text(set),
			...readFetched(read),
			mode: read.choice(mode),
			drift: read.choice(drift),
			existing: read.choice(existing),
			planOnly: read.flag(planOnly),
			planHash: read.optionalText(planHash),
			emptyOnPurpose: read.flag(emptyOnPurpose),
			prove: read.flag(prove),
			reviewers: unlessNone(read.list(reviewers)),
			remindAfterSeconds: read.optionalSeconds(remindAfter),
			deadlineSeconds: read.optionalSeconds(deadline),
			timeoutSeconds: read.optionalSeconds(timeout),
		}),
	readRow,
};

/** The same task for a schedule: the worker fetches the set in each run. */
export const knowledgeSyncFetched: TaskType = {
	...knowledgeSync,
	fields: [agentLocator, set, alwaysFetched, setUrl, mode],
	options: [include, exclude, tableColumns, drift, existing, prove, reviewers, remindAfter, deadline, timeout],
};
