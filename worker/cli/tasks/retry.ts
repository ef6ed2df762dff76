import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import type { TaskWithLinks } from '../../gateway/schemas';
import { keyedWrite } from '../gateway-client';
import { gatewayClient, type GatewayOptions } from '../options';
import { throwUnlessDone } from '../run/run-task';
import { endText } from '../task-text';
import type { ResultOptions, Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';
import { type EachTask, printEach, throwIfRefused, withEachTask } from './each-task';

interface RetryOptions extends GatewayOptions, ResultOptions {
	key?: string;
	wait: boolean;
}

export function retryCommand(terminal: Terminal): Command {
	return new Command('retry')
		.description('retry tasks that did not complete, with the same ids and input, and follow them')
		.argument('<ids...>')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key starts nothing; default: a new one')
		.option('--no-wait', 'start them, print their ids and end')
		.option('--json', 'print JSON at the end')
		.action((ids: string[], options: RetryOptions) => retry(ids, options, terminal));
}

/** One key serves all: the gateway keeps it for each task. @throws CommandError unless all did what was asked */
async function retry(
	ids: string[],
	{ key = randomUUID(), ...options }: RetryOptions,
	terminal: Terminal,
): Promise<void> {
	const client = gatewayClient(options, terminal);
	const started = await withEachTask(ids, terminal, (id) =>
		keyedWrite(terminal, key, (sent) => client.retry(id, sent)),
	);
	if (!options.wait || started.items.length === 0) {
		printEach(terminal, options, started, (_task, id) => id);
		throwIfRefused(started);
		return;
	}
	const names = started.items.map(({ id }) => id);
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
