import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import type { CommandListQuery } from '../gateway-client';

/** Which tasks a command is about. */
export interface TaskFilters {
	type?: TaskType;
	connection?: string;
	agent?: string;
	since?: string;
}

/** --type, --connection, --agent and --since. @param when the other options that they go with, as `with --failed: ` */
export function addTaskFilters(command: Command, when = ''): Command {
	return command
		.addOption(new Option('--type <type>', `${when}only tasks of this type`).choices(TASK_TYPES))
		.option('--connection <name>', `${when}only tasks of this connection`)
		.option('--agent <id>', `${when}only tasks of this agent`)
		.option(
			'--since <time>',
			`${when}only tasks that started then or later: YYYY-MM-DD in UTC, or an ISO time`,
			timeOf,
		);
}

/** As the list of the gateway names them. */
export function queryOf({ type, connection, agent: agentId, since: startedFrom }: TaskFilters): CommandListQuery {
	return { type, connection, agentId, startedFrom };
}

export function hasFilters({ type, connection, agent, since }: TaskFilters): boolean {
	return [type, connection, agent, since].some((each) => each !== undefined);
}

function timeOf(text: string): string {
	if (z.iso.date().safeParse(text).success) return `${text}T00:00:00Z`;
	if (z.iso.datetime({ offset: true }).safeParse(text).success) return text;
	throw new InvalidArgumentError('It must be a day such as 2026-11-20, or a time such as 2026-11-20T06:00:00Z.');
}
