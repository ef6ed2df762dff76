import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import type { TaskListItem, TaskStarted } from '../../gateway/schemas';
import { actOnMany, addManyOptions, type ManyOptions } from '../bulk/act-on-many';
import { addBulkFilters, hasBulkFilters, isBeyondFailed, listQueryOf } from '../filters';
import { type GatewayClient, GatewayRefusal } from '../gateway-client';
import { keyedWrite } from '../keyed-write';
import { gatewayClient } from '../options';
import { taskTable } from '../task-text';
import { CommandError, EXIT, printResult, type Terminal } from '../terminal';
import { type EachTask, type RefusedTask, withEachTask } from './each-task';
import { failedTasks, startFailed } from './failed-tasks';
import { followRetried } from './follow-retried';

interface RetryOptions extends ManyOptions {
	failed?: true;
	failedItems?: true;
	wait: boolean;
}

export function retryCommand(terminal: Terminal): Command {
	const command = new Command('retry')
		.description('retry tasks that did not complete, with the same ids and input, and follow them')
		.argument('[ids...]', 'ids of tasks; with --failed and no ids: all tasks that failed')
		.option(
			'--failed',
			'retry what failed: a task that completed in part retries its failed agents alone, in a new task',
		)
		.option('--failed-items', 'with a filter and without --failed: only the failed items of each, in new tasks');
	return addManyOptions(addBulkFilters(command))
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
	if (ids.length === 0 && !options.failed) {
		const action = options.failedItems ? 'retry-failed-items' : 'retry';
		await actOnMany({ action, target: 'tasks' }, options, terminal);
		return;
	}
	const client = gatewayClient(options, terminal);
	if (!options.failed) {
		await followRetried(
			client,
			await withEachTask(ids, terminal, startOf(client, options, terminal)),
			options,
			terminal,
		);
		return;
	}
	const chosen = ids.length > 0 ? { ids, refused: [], skipped: [] } : await confirmed(client, options, terminal);
	const { started, skipped } = await startEach(client, chosen.ids, options, terminal, ids.length > 0);
	const left = { refused: chosen.refused, skipped: [...chosen.skipped, ...skipped] };
	if (started.items.length + started.refused.length > 0) await followRetried(client, started, options, terminal, left);
	else if (options.json) printResult(terminal, options, { items: [], ...left }, () => '');
}

function checkUsage(ids: readonly string[], options: RetryOptions): void {
	const wrong = (words: string) => new CommandError(`Nothing was started: ${words}`, EXIT.badUsage);
	const isFiltered = hasBulkFilters(options);
	if (ids.length === 0 && !options.failed && !isFiltered)
		throw wrong('name tasks, use a filter such as --status failed, or add --failed to retry all that failed.');
	if (isFiltered && ids.length > 0) throw wrong('name tasks or use filters, not both.');
	if (options.yes && ids.length > 0 && !options.failed) throw wrong('--yes answers the question of a filter.');
	if (options.dryRun && (ids.length > 0 || options.failed)) throw wrong('--dry-run shows what a filter means.');
	if (options.failed && isBeyondFailed(options))
		throw wrong('--failed goes with --type, --connection, --agent and --since. Other filters go without it.');
}

/** One key serves all: the gateway keeps it for each task. */
function startOf(client: GatewayClient, { key = randomUUID() }: RetryOptions, terminal: Terminal) {
	return (id: string) => keyedWrite(terminal, key, (sent) => client.retry(id, sent));
}

/** Starts failed tasks again, as they are now: a list is a moment late. @param isNamed whether a person named their ids */
async function startEach(
	client: GatewayClient,
	ids: readonly string[],
	{ key }: RetryOptions,
	terminal: Terminal,
	isNamed: boolean,
): Promise<{ started: EachTask<TaskStarted>; skipped: RefusedTask[] }> {
	const skipped: RefusedTask[] = [];
	const skip = (id: string, message: string) => {
		terminal.note(`${id}: ${message}`);
		skipped.push({ id, message });
		return { started: null };
	};
	const { items, refused } = await withEachTask(ids, terminal, async (id) => {
		const task = await client.read(id).catch((error: unknown) => {
			if (!isNamed && error instanceof GatewayRefusal && error.type === 'task_not_found') return null;
			throw error;
		});
		if (task === null) return skip(id, 'it is gone since it was listed.');
		const { started, earlier } = await startFailed(client, task, key, terminal);
		if (earlier === null) return { started };
		return skip(
			id,
			`already retried as ${earlier.id} (${earlier.outcome ?? earlier.status}). To do it again, add --key.`,
		);
	});
	const answers = items.flatMap(({ id, answer: { started } }) => (started === null ? [] : [{ id, answer: started }]));
	return { started: { items: answers, refused }, skipped };
}

interface Chosen {
	/** To start. None if the person says no. */
	ids: string[];
	refused: RefusedTask[];
	skipped: RefusedTask[];
}

/** Shows the failed tasks, and asks if there is more than one. */
async function confirmed(client: GatewayClient, options: RetryOptions, terminal: Terminal): Promise<Chosen> {
	const { tasks, refused, unclear, older } = await failedTasks(client, listQueryOf(options));
	const noted = (task: TaskListItem, message: string) => {
		terminal.note(`${task.id}: ${message}`);
		return { id: task.id, message };
	};
	const left = {
		refused: refused.map((task) => noted(task, whyRefused(task))),
		skipped: unclear.map((task) => noted(task, `a person has to check what it did. ${howToName([task])}`)),
	};
	if (older.length > 0) terminal.note(`${olderWords(older.length)} ${howToName(older)}`);
	left.skipped.push(...older.map(({ id }) => ({ id, message: OLDER })));
	if (tasks.length === 0) {
		terminal.note('No failed task can be retried.');
		return { ids: [], ...left };
	}
	const ids = tasks.map(({ id }) => id);
	const count = tasks.length === 1 ? 'One task' : `${tasks.length} tasks`;
	terminal.note(`${taskTable(tasks, terminal.screen)}\n${count} to retry.`);
	if (tasks.length === 1 || options.yes) return { ids, ...left };
	if (terminal.ask === undefined)
		throw new CommandError(
			'Nothing was started: nobody can answer here. Add --yes to retry all of them.',
			EXIT.badUsage,
		);
	const answer = await terminal.ask(`Retry these ${tasks.length} tasks? Type yes: `);
	if (answer.trim().toLowerCase() === 'yes') return { ids, ...left };
	terminal.note('Nothing was started.');
	return { ids: [], ...left };
}

const OLDER = 'A newer task of the same schedule, or of the same type, connection and agent, has started since.';

function olderWords(count: number): string {
	const what = count === 1 ? 'One older task is' : `${count} older tasks are`;
	return `${what} skipped. ${OLDER}`;
}

function howToName(tasks: readonly TaskListItem[]): string {
	return `To retry by id: agent-knowledge tasks retry --failed ${tasks.map(({ id }) => id).join(' ')}`;
}

function whyRefused({ type, status, leftToNextRun }: TaskListItem): string {
	if (leftToNextRun) return 'the next run of its schedule covers its part. Wait for that run, or run the schedule now.';
	return status === 'completed'
		? 'it has completed, and its failed items cannot be retried alone. Start a new task.'
		: `a task of the type ${type} starts only once. See what it did, then start a new task.`;
}
