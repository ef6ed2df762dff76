import type { Command } from 'commander';
import type { TaskInput, TaskType } from '../../../workflows/contracts';
import type { TaskStarted, TaskWithLinks } from '../../gateway/schemas';
import type { GatewayClient } from '../gateway-client';
import { keyedWrite } from '../keyed-write';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from '../options';
import { uncheckedLines } from '../../gateway/console/words/unchecked-words';
import { endText } from '../task-text';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';

/** The options of every `run <task>`. */
export interface TaskOptions extends StartOptions {
	connection: string;
}

export interface StartOptions extends GatewayOptions {
	key?: string;
	/** False with --no-wait. */
	wait: boolean;
	json?: true;
}

export function addTaskOptions(command: Command): Command {
	return addStartOptions(command.requiredOption('--connection <name>', "a connection of the worker's configuration"));
}

/** The same for a task that has no connection of its own. */
export function addStartOptions(command: Command): Command {
	return addGatewayOptions(
		command
			.option('--key <text>', 'the Idempotency-Key: the same key and input return the same task; default: a new one')
			.option('--no-wait', 'start the task, print its id and end')
			.option('--json', 'print the task as JSON at the end'),
	);
}

/**
 * Every field of a task's input: one that has neither an option nor a fixed value does not compile. The request leaves
 * out those that are undefined.
 */
export type EveryField<Type extends TaskType> = {
	[Field in keyof Required<TaskInput<Type>>]: TaskInput<Type>[Field];
};

/** Starts a task, follows it, and prints how it ended. @throws CommandError when it did not do what was asked */
export async function runTask<Type extends TaskType>(
	type: Type,
	input: EveryField<Type>,
	options: StartOptions,
	terminal: Terminal,
): Promise<void> {
	const task = await followNewTask(type, input, options, terminal);
	if (task !== null) throwUnlessDone(task);
}

/** As `runTask`, without its exit code. @returns the task as it ended; null with --no-wait */
export async function followNewTask<Type extends TaskType>(
	type: Type,
	input: EveryField<Type>,
	options: StartOptions,
	terminal: Terminal,
): Promise<TaskWithLinks | null> {
	const client = gatewayClient(options, terminal);
	const started = await keyedWrite(terminal, options.key, (key) => client.start(type, key, input));
	return followStarted(client, started, options, terminal);
}

/** Follows a task that was just started to its end, and prints how it ended, or only its id with --no-wait. */
export async function followStarted(
	client: GatewayClient,
	started: TaskStarted,
	options: ResultOptions & { wait: boolean },
	terminal: Terminal,
): Promise<TaskWithLinks | null> {
	const { id } = started;
	noteUnchecked(started, terminal);
	if (!options.wait) {
		printResult(terminal, options, started, () => id);
		return null;
	}
	terminal.note(`Started ${id}. Ctrl-C stops watching. The task continues.`);
	const howToContinue = `  agent-knowledge tasks show ${id}\n  agent-knowledge tasks cancel ${id}`;
	const task = await watch(terminal, howToContinue, (watching) => followTask(client, id, watching));
	printResult(terminal, options, task, () => endText(task));
	return task;
}

/** Says what a start could not check. */
export function noteUnchecked({ warnings }: Pick<TaskStarted, 'warnings'>, terminal: Terminal): void {
	for (const line of uncheckedLines(warnings)) terminal.note(line);
}

/** @throws CommandError with the exit code that the table of outcomes has, unless all tasks did what was asked */
export function throwUnlessDone(...tasks: TaskWithLinks[]): void {
	if (tasks.some(({ succeeded }) => succeeded !== true)) throw new CommandError('', EXIT.failed);
}
