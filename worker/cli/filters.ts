import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import {
	bulkActionInputSchema,
	type BulkSelection,
	FILTER_FIELDS,
	OF_SCHEDULES,
} from '../../workflows/bulk-action/contract';
import { type TaskFilterName, taskFilters } from '../../workflows/task/filter-contract';
import type { TaskListQuery } from '../gateway/schemas';
import { listOf } from './options';

type FilterField = (typeof FILTER_FIELDS)[number];

/** The option of each filter. Its words and choices are those of the contract. */
const FLAGS: Readonly<Record<FilterField, string>> = {
	type: '--type <type>',
	status: '--status <status>',
	ended: '--ended [yes|no]',
	needsAttention: '--needs-attention [yes|no]',
	waitsForPerson: '--waits-for-person [yes|no]',
	connection: '--connection <name>',
	selector: '--selector <labels>',
	agentId: '--agent <id>',
	startedFrom: '--since <time>',
	startedBefore: '--before <time>',
	endedFrom: '--ended-since <time>',
	endedBefore: '--ended-before <time>',
	error: '--error <text>',
	search: '--search <text>',
	parent: '--parent <id>',
	ids: '--ids <ids>',
};

/** Which tasks, syncs or schedules a command is about. */
export interface Filters {
	type?: BulkSelection['type'];
	status?: BulkSelection['status'];
	ended?: boolean;
	needsAttention?: boolean;
	waitsForPerson?: boolean;
	connection?: string;
	selector?: string;
	agent?: string;
	since?: string;
	before?: string;
	endedSince?: string;
	endedBefore?: string;
	error?: string;
	search?: string;
	parent?: string;
	ids?: string[];
	all?: true;
}

/** The filters of the list of tasks. */
export function addTaskFilters(command: Command): Command {
	for (const name of Object.keys(taskFilters) as TaskFilterName[]) command.addOption(filterOption(name));
	return command;
}

/** The filters of bulk actions, and --all. @param of what the rows are. A filter of tasks means nothing to schedules */
export function addBulkFilters(command: Command, of: BulkSelection['target'] = 'tasks'): Command {
	const fields = of === 'schedules' ? OF_SCHEDULES : FILTER_FIELDS;
	for (const field of fields) command.addOption(filterOption(field));
	return command.option('--all', 'all of them, without a filter');
}

const schemaOfField = z.object({
	description: z.string(),
	type: z.string().optional(),
	format: z.string().optional(),
	enum: z.array(z.string()).optional(),
});

function filterOption(field: FilterField): Option {
	const json = z.toJSONSchema(bulkActionInputSchema.shape[field], { io: 'input' });
	const { description, type, format, enum: choices } = schemaOfField.parse(json);
	const isList = type === 'array';
	const more = isList ? ', separated by commas' : type === 'boolean' ? '; no: only the others' : '';
	const option = new Option(FLAGS[field], wordsOf(description) + more);
	if (choices !== undefined) return option.choices(choices);
	if (format === 'date-time') return option.argParser(timeOf);
	if (type === 'boolean') return option.preset('yes').argParser(yesOrNo);
	return isList ? option.argParser(listOf) : option;
}

/** The first sentence, as help has it. */
function wordsOf(description: string): string {
	const [sentence = ''] = description.split('. ');
	return (
		sentence.charAt(0).toLowerCase() +
		sentence.slice(1).replace(/, as a time such as .*/, ': 30m, 12h or 7d ago, a day in UTC, or an ISO time')
	);
}

function yesOrNo(text: string): boolean {
	if (text === 'yes') return true;
	if (text === 'no') return false;
	throw new InvalidArgumentError('It must be yes or no.');
}

/** As the input of a bulk action has it. */
export function filterOf(filters: Filters): BulkSelectionFields {
	const { agent, since, before, endedSince, all, type, status, connection, selector, ...others } = filters;
	const { ended, needsAttention, waitsForPerson, endedBefore, error, search, parent, ids } = others;
	return {
		type,
		status,
		ended,
		needsAttention,
		waitsForPerson,
		connection,
		selector,
		error,
		search,
		parent,
		ids,
		agentId: agent,
		startedFrom: since,
		startedBefore: before,
		endedFrom: endedSince,
		endedBefore,
		all: all === true,
	};
}

type BulkSelectionFields = {
	[Field in Exclude<keyof Required<BulkSelection>, 'action' | 'target'>]: BulkSelection[Field];
};

/** As the list of tasks takes it. */
export function listQueryOf(filters: Filters): Pick<TaskListQuery, TaskFilterName> {
	const { selector: _selector, error: _error, ids: _ids, all: _all, ...listed } = filterOf(filters);
	const { ended, needsAttention, waitsForPerson, ...others } = listed;
	const textOf = (answer: boolean | undefined) => (answer === undefined ? undefined : String(answer));
	return {
		...others,
		ended: textOf(ended),
		needsAttention: textOf(needsAttention),
		waitsForPerson: textOf(waitsForPerson),
	};
}

/** Whether a command names which rows. */
export function hasBulkFilters(filters: Filters): boolean {
	const { all, ...fields } = filterOf(filters);
	return all || Object.values(fields).some((each) => each !== undefined);
}

/** Whether there is a filter that `tasks retry --failed` does not have. */
export function isBeyondFailed(filters: Filters): boolean {
	const { type: _type, connection: _connection, agent: _agent, since: _since, ...others } = filters;
	return hasBulkFilters(others);
}

const UNITS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 } as const;
const AGO = /^(\d{1,6})([mhd])$/;

/** `7d` counts back from now. */
export function timeOf(text: string): string {
	const [, amount, unit] = AGO.exec(text) ?? [];
	if (amount !== undefined && (unit === 'm' || unit === 'h' || unit === 'd'))
		return new Date(Date.now() - Number(amount) * UNITS[unit]).toISOString();
	if (z.iso.date().safeParse(text).success) return `${text}T00:00:00Z`;
	if (z.iso.datetime({ offset: true }).safeParse(text).success) return text;
	throw new InvalidArgumentError(
		'It must be a time ago such as 30m, 12h or 7d, a day such as 2026-11-20, or a time such as 2026-11-20T06:00:00Z.',
	);
}
