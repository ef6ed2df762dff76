import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { TASK_STATUSES, type TaskStatus } from '../../tasks';
import { keyedWrite } from '../gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions, wholeNumber } from '../options';
import { followStarted, throwUnlessDone } from '../run/run-task';
import { endText, taskDetails, taskTable } from '../task-text';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { followTask, watch, watchAll } from '../watch-tasks';
import { decideCommand } from './decide';

const COMMANDS = [listCommand, showCommand, watchCommand, cancelCommand, retryCommand, resendCommand, decideCommand];

/** `agent-knowledge tasks list|show|watch|cancel|retry|resend|decide` */
export function tasksCommand(terminal: Terminal): Command {
	const tasks = new Command('tasks').description(
		'list, show, watch, cancel and retry tasks, resend their events, and decide their reviews',
	);
	for (const command of COMMANDS) tasks.addCommand(addGatewayOptions(command(terminal)));
	return tasks;
}

interface ListOptions extends GatewayOptions, ResultOptions {
	status?: TaskStatus;
	type?: TaskType;
	needsAttention?: true;
	limit: number;
	pageToken?: string;
}

function listCommand(terminal: Terminal): Command {
	return new Command('list')
		.description('list tasks, newest first')
		.addOption(new Option('--status <status>', 'only tasks of this status').choices(TASK_STATUSES))
		.addOption(new Option('--type <type>', 'only tasks of this type').choices(TASK_TYPES))
		.option('--needs-attention', 'only ended tasks that somebody has to look at')
		.option('--limit <count>', 'tasks in a page, 1 to 100', wholeNumber, 20)
		.option('--page-token <token>', 'the next page, as the previous page names it')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listTasks(options, terminal));
}

async function listTasks(
	{ status, type, needsAttention, limit, pageToken, ...options }: ListOptions,
	terminal: Terminal,
) {
	const page = await gatewayClient(options, terminal).list({
		status,
		type,
		limit,
		pageToken,
		...(needsAttention ? { needsAttention: 'true' } : {}),
	});
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

interface CancelOptions extends GatewayOptions, ResultOptions {
	wait?: true;
}

function cancelCommand(terminal: Terminal): Command {
	return new Command('cancel')
		.description('ask a task to stop')
		.argument('<id>')
		.option('--wait', 'wait until it has ended; exit code 1 unless it was cancelled')
		.option('--json', 'print JSON')
		.action((id: string, options: CancelOptions) => cancel(id, options, terminal));
}

/** @throws CommandError if it waits and the task ends otherwise: a mail that was sent before is not stopped */
async function cancel(id: string, options: CancelOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal);
	let task = await client.cancel(id);
	if (options.wait && task.status === 'running')
		task = await watch(terminal, `  agent-knowledge tasks show ${id}`, (watching) => followTask(client, id, watching));
	printResult(terminal, options, task, () => (task.status === 'running' ? `Asked ${task.id} to stop.` : endText(task)));
	if (options.wait && task.status !== 'cancelled') throw new CommandError('', EXIT.failed);
}

interface RetryOptions extends GatewayOptions, ResultOptions {
	key?: string;
	wait: boolean;
}

function retryCommand(terminal: Terminal): Command {
	return new Command('retry')
		.description('retry a task that did not complete, with the same id and input, and follow it')
		.argument('<id>')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key starts nothing; default: a new one')
		.option('--no-wait', 'start it, print its id and end')
		.option('--json', 'print the task as JSON at the end')
		.action(async (id: string, options: RetryOptions) => {
			const client = gatewayClient(options, terminal);
			const started = await keyedWrite(terminal, options.key, (key) => client.retry(id, key));
			const task = await followStarted(client, started, options, terminal);
			if (task !== null) throwUnlessDone(task);
		});
}

interface ResendOptions extends GatewayOptions, ResultOptions {
	key?: string;
}

function resendCommand(terminal: Terminal): Command {
	return new Command('resend')
		.description("resend the events and callbacks of a task's end")
		.argument('<id>', 'id of a task, or of a wait to resend only its callback')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key sends nothing; default: a new one')
		.option('--json', 'print JSON')
		.action(async (id: string, options: ResendOptions) => {
			const client = gatewayClient(options, terminal);
			const resent = await keyedWrite(terminal, options.key, (key) => client.resendResult(id, key));
			printResult(terminal, options, resent, () => resent.message);
		});
}
