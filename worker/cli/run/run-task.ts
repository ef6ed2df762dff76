import { randomUUID } from 'node:crypto';
import type { TaskType, TaskTypes } from '../../../workflows/catalogue';
import type { TaskWithLinks } from '../../gateway/schemas';
import { CommandError, EXIT } from '../exit-codes';
import { followTask } from '../follow-task';
import type { GatewayClient } from '../gateway-client';
import { gatewayClient } from '../gateway-options';
import { progressDisplay } from '../progress-display';
import { endText } from '../task-text';
import type { Terminal } from '../terminal';
import type { TaskOptions } from './task-options';

/** Starts a task, follows it, and prints how it ended. @throws CommandError when it did not complete */
export async function runTask<Type extends TaskType>(
	type: Type,
	input: TaskTypes[Type]['input'],
	options: TaskOptions,
	terminal: Terminal,
): Promise<void> {
	await followNewTask(type, input, options, terminal);
}

/** As `runTask`. @returns the completed task; null with --detach */
export async function followNewTask<Type extends TaskType>(
	type: Type,
	input: TaskTypes[Type]['input'],
	options: TaskOptions,
	terminal: Terminal,
): Promise<TaskWithLinks | null> {
	const client = gatewayClient(options, terminal.env);
	const { id } = await client.start(type, options.key ?? randomUUID(), input);
	if (options.detach) {
		terminal.result(id);
		return null;
	}
	terminal.note(`Started ${id}. Ctrl-C stops watching; the task goes on.`);
	const task = await watch(client, id, terminal);
	terminal.result(options.json ? JSON.stringify(task, null, 2) : endText(task));
	if (task.status !== 'completed') throw new CommandError('', EXIT.failed);
	return task;
}

/** Follows until the end or Ctrl-C, which leaves the task alone. */
async function watch(client: GatewayClient, id: string, terminal: Terminal) {
	const stop = new AbortController();
	const interrupt = () => {
		stop.abort();
	};
	process.once('SIGINT', interrupt);
	const display = progressDisplay(terminal);
	try {
		return await followTask(id, { client, display, signal: stop.signal });
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		display.stop();
		throw new CommandError(
			`No longer watching; the task goes on.\n  agent-knowledge tasks show ${id}\n  agent-knowledge tasks cancel ${id}`,
			EXIT.interrupted,
		);
	} finally {
		display.stop();
		process.removeListener('SIGINT', interrupt);
	}
}
