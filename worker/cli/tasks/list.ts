import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { TASK_STATUSES, type TaskStatus } from '../../tasks';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { wholeNumber } from '../numbers';
import { printResult, type ResultOptions } from '../result';
import { taskTable } from '../task-text';
import type { Terminal } from '../terminal';

interface ListOptions extends GatewayOptions, ResultOptions {
	status?: TaskStatus;
	type?: TaskType;
	limit: number;
	pageToken?: string;
}

export function listCommand(terminal: Terminal): Command {
	return new Command('list')
		.description('list tasks, newest first')
		.addOption(new Option('--status <status>', 'only tasks of this status').choices(TASK_STATUSES))
		.addOption(new Option('--type <type>', 'only tasks of this type').choices(TASK_TYPES))
		.option('--limit <count>', 'tasks in a page, 1 to 100', wholeNumber, 20)
		.option('--page-token <token>', 'the next page, as the page before names it')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listTasks(options, terminal));
}

async function listTasks({ status, type, limit, pageToken, ...options }: ListOptions, terminal: Terminal) {
	const page = await gatewayClient(options, terminal.env).list({ status, type, limit, pageToken });
	printResult(terminal, options, page, () => (page.items.length === 0 ? 'No tasks.' : taskTable(page.items)));
	if (!options.json && page.nextPageToken !== null) terminal.note(`More: --page-token ${page.nextPageToken}`);
}
