import { type Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { timeOf } from '../bulk-filters';
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
			`${when}only tasks that started then or later: 12h or 7d ago, YYYY-MM-DD in UTC, or an ISO time`,
			timeOf,
		);
}

/** As the list of the gateway names them. */
export function queryOf({ type, connection, agent: agentId, since: startedFrom }: TaskFilters): CommandListQuery {
	return { type, connection, agentId, startedFrom };
}
