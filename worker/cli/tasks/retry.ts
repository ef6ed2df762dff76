import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import type { TaskStarted, TaskWithLinks } from '../../gateway/schemas';
import { type GatewayClient, keyedWrite } from '../gateway-client';
import { gatewayClient, type GatewayOptions } from '../options';
import { throwUnlessDone } from '../run/run-task';
import { endText, taskTable } from '../task-text';
import { CommandError, EXIT, type ResultOptions, type Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';
import { type EachTask, printEach, throwIfRefused, withEachTask } from './each-task';
import { failedTasks, startFailed } from './failed-tasks';
import { addTaskFilters, hasFilters, queryOf, type TaskFilters } from './filters';

interface RetryOptions extends GatewayOptions, ResultOptions, TaskFilters {
	failed?: true;
	yes?: true;
	key?: string;
	wait: boolean;
}

export function retryCommand(terminal: Terminal): Command {
	const command = new Command('retry')
		.description('retry tasks that did not complete, with the same ids and input, and follow them')
		.argument('[ids...]', 'ids of tasks; with --failed and no ids: all tasks that failed')
		.option(
			'--failed',
			'retry what failed: a task that completed in part retries its failed agents alone, in a new task',
		);
	return addTaskFilters(command, 'with --failed: ')
		.option('--yes', 'with --failed: start more than one without a question')
		.option(
			'--key <text>',
			'the Idempotency-Key: a repeat with the same key starts nothing; default: a new one, or with --failed one for this end of the task',
		)
		.option('--no-wait', 'start them, print their ids and end')
		.option('--json', 'print JSON at the end')
		.action((ids: string[], options: RetryOptions) => retry(ids, options, terminal));
}

/** @throws CommandError unless all did what was asked */
async function retry(ids: string[], options: RetryOptions, terminal: Terminal): Promise<void> {
	checkUsage(ids, options);
	const client = gatewayClient(options, terminal);
	const found = ids.length > 0 ? null : await confirmed(client, options, terminal);
	if (found?.length === 0) return;
	const start = options.failed
		? startOfFailed(client, found ?? [], options, terminal)
		: startOf(client, options, terminal);
	const started = await withEachTask(found?.map(({ id }) => id) ?? ids, terminal, start);
	await follow(client, started, options, terminal);
}

function checkUsage(ids: readonly string[], options: RetryOptions): void {
	const wrong = (words: string) => new CommandError(`Nothing was started: ${words}`, EXIT.badUsage);
	if (ids.length === 0 && !options.failed) throw wrong('name tasks, or add --failed to retry all that failed.');
	if (hasFilters(options) && !options.failed) throw wrong('filters choose among failed tasks. Add --failed.');
	if (hasFilters(options) && ids.length > 0) throw wrong('name tasks or use filters, not both.');
}

/** One key serves all: the gateway keeps it for each task. */
function startOf(client: GatewayClient, { key = randomUUID() }: RetryOptions, terminal: Terminal) {
	return (id: string) => keyedWrite(terminal, key, (sent) => client.retry(id, sent));
}

/** @param found those that were found already */
function startOfFailed(
	client: GatewayClient,
	found: readonly TaskWithLinks[],
	options: RetryOptions,
	terminal: Terminal,
) {
	return async (id: string) => {
		const task = found.find((each) => each.id === id) ?? (await client.read(id));
		return startFailed(client, task, options, terminal);
	};
}

/** Shows the failed tasks, and asks if there is more than one. @returns none if the person says no */
async function confirmed(client: GatewayClient, options: RetryOptions, terminal: Terminal): Promise<TaskWithLinks[]> {
	const { tasks, refused } = await failedTasks(client, queryOf(options));
	for (const task of refused) terminal.note(`${task.id}: ${whyRefused(task)}`);
	if (tasks.length === 0) {
		terminal.note('No failed task can be retried.');
		return [];
	}
	const count = tasks.length === 1 ? 'One task' : `${tasks.length} tasks`;
	terminal.note(`${taskTable(tasks, terminal.screen)}\n${count} to retry.`);
	if (tasks.length === 1 || options.yes) return tasks;
	if (terminal.ask === undefined)
		throw new CommandError(
			'Nothing was started: nobody can answer here. Add --yes to retry all of them.',
			EXIT.badUsage,
		);
	const answer = await terminal.ask(`Retry these ${tasks.length} tasks? Type yes: `);
	if (answer.trim().toLowerCase() === 'yes') return tasks;
	terminal.note('Nothing was started.');
	return [];
}

function whyRefused({ type, status }: TaskWithLinks): string {
	return status === 'completed'
		? 'it has completed, and its failed items cannot be retried alone. Start a new task.'
		: `a task of the type ${type} starts only once. See what it did, then start a new task.`;
}

/** Follows what was started to its end, unless only the ids are wanted. */
async function follow(
	client: GatewayClient,
	started: EachTask<TaskStarted>,
	options: RetryOptions,
	terminal: Terminal,
): Promise<void> {
	const names = started.items.map(({ answer }) => answer.id);
	if (!options.wait || names.length === 0) {
		printEach(terminal, options, started, ({ id }) => id);
		throwIfRefused(started);
		return;
	}
	terminal.note(`Started ${names.join(', ')}. Ctrl-C stops watching. The tasks continue.`);
	const howToContinue = `  agent-knowledge tasks watch ${names.join(' ')}\n  agent-knowledge tasks cancel ${names.join(' ')}`;
	const items = await watch(terminal, howToContinue, (watching) =>
		Promise.all(names.map(async (id) => ({ id, answer: await followTask(client, id, watching) }))),
	);
	const ended: EachTask<TaskWithLinks> = { items, refused: started.refused };
	printEach(terminal, options, ended, (task) => (items.length === 1 ? endText(task) : `${task.id}: ${endText(task)}`));
	throwIfRefused(ended);
	throwUnlessDone(...items.map(({ answer }) => answer));
}
