import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { addTaskFilters, type Filters, listQueryOf } from '../filters';
import { addGatewayOptions, gatewayClient, type GatewayOptions, wholeNumber } from '../options';
import { throwUnlessDone } from '../run/run-task';
import { endText, taskDetails, taskTable } from '../task-text';
import { printResult, type ResultOptions, type Terminal } from '../terminal';
import { followTask, watch, watchAll } from '../watch-tasks';
import { cancelCommand } from './cancel';
import { decideCommand } from './decide';
import { resendCommand } from './resend';
import { retryCommand } from './retry';

const COMMANDS = [listCommand, showCommand, watchCommand, cancelCommand, retryCommand, resendCommand, decideCommand];

/** `agent-knowledge tasks list|show|watch|cancel|retry|resend|decide` */
export function tasksCommand(terminal: Terminal): Command {
	const tasks = new Command('tasks').description(
		'list, show, watch, cancel and retry tasks, resend their events, and decide their reviews',
	);
	for (const command of COMMANDS) tasks.addCommand(addGatewayOptions(command(terminal)));
	return tasks;
}

interface ListOptions extends GatewayOptions, ResultOptions, Filters {
	limit: number;
	pageToken?: string;
}

function listCommand(terminal: Terminal): Command {
	return addTaskFilters(new Command('list').description('list tasks, newest first'))
		.option('--limit <count>', 'tasks in a page, 1 to 100', wholeNumber, 20)
		.option('--page-token <token>', 'the next page, as the previous page names it')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listTasks(options, terminal));
}

async function listTasks({ limit, pageToken, ...options }: ListOptions, terminal: Terminal) {
	const page = await gatewayClient(options, terminal).list({ ...listQueryOf(options), limit, pageToken });
	printResult(terminal, options, page, () =>
		page.items.length === 0 ? 'No tasks.' : taskTable(page.items, terminal.screen),
	);
	if (!options.json && page.nextPageToken !== null) terminal.note(`More: --page-token ${page.nextPageToken}`);
}

function showCommand(terminal: Terminal): Command {
	return new Command('show')
		.description('show one task')
		.argument('<id>')
		.option('--json', 'print JSON')
		.action(async (id: string, options: GatewayOptions & ResultOptions) => {
			const task = await gatewayClient(options, terminal).read(id);
			printResult(terminal, options, task, () => taskDetails(task, terminal.screen));
		});
}

interface WatchOptions extends GatewayOptions, ResultOptions {
	type?: TaskType;
}

function watchCommand(terminal: Terminal): Command {
	return new Command('watch')
		.description('follow tasks to their end; default: all running tasks, and those that start in the meantime')
		.argument('[ids...]')
		.addOption(new Option('--type <type>', 'without ids: only tasks of this type').choices(TASK_TYPES))
		.option('--json', 'print JSON at the end')
		.action((ids: string[], options: WatchOptions) => watchTasks(ids, options, terminal));
}

/** @throws CommandError when one of them did not do what was asked */
async function watchTasks(ids: string[], options: WatchOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal);
	// A wrong id is reported before anything is drawn.
	for (const id of ids) await client.read(id);
	const items = await watch(terminal, '  agent-knowledge tasks watch', (watching) =>
		ids.length === 0
			? watchAll(client, options.type, watching)
			: Promise.all(ids.map((id) => followTask(client, id, watching))),
	);
	printResult(terminal, options, { items }, () =>
		items.length === 0 ? 'No task runs.' : items.map((task) => `${task.id}: ${endText(task)}`).join('\n'),
	);
	throwUnlessDone(...items);
}
