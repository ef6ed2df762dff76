import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { keyedWrite } from '../keyed-write';
import { gatewayClient, type GatewayOptions } from '../options';
import type { ResultOptions, Terminal } from '../terminal';
import { printEach, throwIfRefused, withEachTask } from './each-task';

interface ResendOptions extends GatewayOptions, ResultOptions {
	key?: string;
}

export function resendCommand(terminal: Terminal): Command {
	return new Command('resend')
		.description("resend the events and callbacks of tasks' ends")
		.argument('<ids...>', 'ids of tasks, or of waits to resend only their callbacks')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key sends nothing; default: a new one')
		.option('--json', 'print JSON')
		.action((ids: string[], options: ResendOptions) => resend(ids, options, terminal));
}

/** One key serves all: the gateway keeps it for each task. @throws CommandError if the gateway refuses one */
async function resend(
	ids: string[],
	{ key = randomUUID(), ...options }: ResendOptions,
	terminal: Terminal,
): Promise<void> {
	const client = gatewayClient(options, terminal);
	const resent = await withEachTask(ids, terminal, (id) =>
		keyedWrite(terminal, key, (sent) => client.resendResult(id, sent)),
	);
	printEach(terminal, options, resent, ({ message }, id) =>
		resent.items.length + resent.refused.length === 1 ? message : `${id}: ${message}`,
	);
	throwIfRefused(resent);
}
