import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../workflows/catalogue';
import { TASK_STATUSES, type TaskStatus } from '../tasks';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './gateway-options';
import { wholeNumber } from './numbers';
import { endText, taskDetails, taskTable } from './task-text';
import type { Terminal } from './terminal';

interface ListOptions extends GatewayOptions {
	status?: TaskStatus;
	type?: TaskType;
	limit: number;
	pageToken?: string;
	json?: true;
}

interface OneOptions extends GatewayOptions {
	json?: true;
}

/** `agent-knowledge tasks list|show|cancel` */
export function tasksCommand(terminal: Terminal): Command {
	const list = new Command('list')
		.description('list tasks, newest first')
		.addOption(new Option('--status <status>', 'only tasks of this status').choices(TASK_STATUSES))
		.addOption(new Option('--type <type>', 'only tasks of this type').choices(TASK_TYPES))
		.option('--limit <count>', 'tasks in a page, 1 to 100', wholeNumber, 20)
		.option('--page-token <token>', 'the next page, as the page before names it')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listTasks(options, terminal));
	const show = new Command('show')
		.description('show one task')
		.argument('<id>')
		.option('--json', 'print JSON')
		.action((id: string, options: OneOptions) => showTask(id, options, terminal));
	const cancel = new Command('cancel')
		.description('ask a task to stop')
		.argument('<id>')
		.option('--json', 'print JSON')
		.action((id: string, options: OneOptions) => cancelTask(id, options, terminal));
	const tasks = new Command('tasks').description('list, show and cancel tasks');
	for (const command of [list, show, cancel]) tasks.addCommand(addGatewayOptions(command));
	return tasks;
}

async function listTasks({ status, type, limit, pageToken, ...options }: ListOptions, terminal: Terminal) {
	const page = await gatewayClient(options, terminal.env).list({ status, type, limit, pageToken });
	if (options.json) {
		terminal.result(JSON.stringify(page, null, 2));
		return;
	}
	terminal.result(page.items.length === 0 ? 'No tasks.' : taskTable(page.items));
	if (page.nextPageToken !== null) terminal.note(`More: --page-token ${page.nextPageToken}`);
}

async function showTask(id: string, options: OneOptions, terminal: Terminal): Promise<void> {
	const task = await gatewayClient(options, terminal.env).read(id);
	terminal.result(options.json ? JSON.stringify(task, null, 2) : taskDetails(task));
}

async function cancelTask(id: string, options: OneOptions, terminal: Terminal): Promise<void> {
	const task = await gatewayClient(options, terminal.env).cancel(id);
	if (options.json) terminal.result(JSON.stringify(task, null, 2));
	else terminal.result(task.status === 'running' ? `Asked ${task.id} to stop.` : endText(task));
}
