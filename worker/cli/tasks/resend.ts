import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { actOnMany, addManyOptions, checkChoice, type ManyOptions } from '../bulk/act-on-many';
import { addBulkFilters, hasBulkFilters } from '../filters';
import { keyedWrite } from '../keyed-write';
import { gatewayClient } from '../options';
import type { Terminal } from '../terminal';
import { printEach, throwIfRefused, withEachTask } from './each-task';

export function resendCommand(terminal: Terminal): Command {
	const command = new Command('resend')
		.description("resend the events and callbacks of tasks' ends")
		.argument('[ids...]', 'ids of tasks, or of waits to resend only their callbacks; default: tasks of a filter');
	return addManyOptions(addBulkFilters(command))
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key sends nothing; default: a new one')
		.option('--json', 'print JSON')
		.action((ids: string[], options: ManyOptions) => resend(ids, options, terminal));
}

/** One key serves all: the gateway keeps it for each task. @throws CommandError if the gateway refuses one */
async function resend(
	ids: string[],
	{ key = randomUUID(), ...options }: ManyOptions,
	terminal: Terminal,
): Promise<void> {
	checkChoice(ids, hasBulkFilters(options), 'tasks');
	if (ids.length === 0) return actOnMany({ action: 'resend', target: 'tasks' }, { ...options, key }, terminal);
	const client = gatewayClient(options, terminal);
	const resent = await withEachTask(ids, terminal, (id) =>
		keyedWrite(terminal, key, (sent) => client.resendResult(id, sent)),
	);
	printEach(terminal, options, resent, ({ message }, id) =>
		resent.items.length + resent.refused.length === 1 ? message : `${id}: ${message}`,
	);
	throwIfRefused(resent);
}
