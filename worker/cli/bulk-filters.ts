import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { BulkActionInput, BulkSelection } from '../../workflows/bulk-action/contract';
import { TASK_TYPES } from '../../workflows/contracts';
import { TASK_STATUSES } from '../tasks';
import { listOf } from './options';

/** Which rows a bulk action is about. */
export interface BulkFilters {
	type?: string;
	status?: BulkActionInput['status'];
	connection?: string;
	selector?: string;
	agent?: string;
	since?: string;
	before?: string;
	endedSince?: string;
	endedBefore?: string;
	error?: string;
	search?: string;
	ids?: string[];
	all?: true;
}

const TYPES = TASK_TYPES.filter((type) => type !== 'bulk-action');

/** @param of what the rows are. A filter of tasks means nothing to schedules */
export function addBulkFilters(command: Command, of: BulkSelection['target'] = 'tasks'): Command {
	command
		.addOption(new Option('--type <type>', 'only of this type of task').choices(TYPES))
		.option('--connection <name>', 'only of this connection')
		.option('--selector <labels>', 'only of connections with these labels, such as client=acme')
		.option('--search <text>', 'only those whose id or agent begins with this')
		.option('--ids <ids>', 'only these, separated by commas', listOf)
		.option('--all', 'all of them, without a filter');
	if (of === 'schedules') return command;
	return command
		.addOption(new Option('--status <status>', 'only with this status').choices(TASK_STATUSES))
		.option('--agent <id>', 'only tasks of this agent')
		.option(
			'--since <time>',
			'only tasks that started then or later: 30m, 12h or 7d ago, a day, or an ISO time',
			timeOf,
		)
		.option('--before <time>', 'only tasks that started before then', timeOf)
		.option('--ended-since <time>', 'only tasks that ended then or later', timeOf)
		.option('--ended-before <time>', 'only tasks that ended before then', timeOf)
		.option('--error <text>', 'only tasks with this type of error, or with this text in their reason');
}

/** As the input of a bulk action has it. */
export function filterOf(filters: BulkFilters): BulkSelectionFields {
	const { type, status, connection, selector, agent, since, before, endedSince, endedBefore, error, search } = filters;
	return {
		type,
		status,
		connection,
		selector,
		agentId: agent,
		startedFrom: since,
		startedBefore: before,
		endedFrom: endedSince,
		endedBefore,
		error,
		search,
		ids: filters.ids,
		all: filters.all === true,
	};
}

type BulkSelectionFields = {
	[Field in Exclude<keyof Required<BulkSelection>, 'action' | 'target'>]: BulkSelection[Field];
};

/** Whether a command names which rows. */
export function hasBulkFilters(filters: BulkFilters): boolean {
	const { all, ...fields } = filterOf(filters);
	return all || Object.values(fields).some((each) => each !== undefined);
}

/** Whether there is a filter that `tasks retry --failed` does not have. */
export function isBeyondFailed(filters: BulkFilters): boolean {
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
