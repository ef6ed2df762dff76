import type { Command } from 'commander';
import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import { ALREADY } from '../../../workflows/bulk-action/verdict';
import { keyedWrite } from '../keyed-write';
import { gatewayClient, type GatewayOptions } from '../options';
import { followStarted, throwUnlessDone } from '../run/run-task';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { previewBulk } from './bulk-client';
import { type Filters, filterOf } from '../filters';
import { previewText, refusedOf } from './preview-text';

export interface ManyOptions extends GatewayOptions, ResultOptions, Filters {
	dryRun?: true;
	yes?: true;
	key?: string;
	wait?: boolean;
}

/** --dry-run, --yes, and --no-wait unless the command has one of its own. */
export function addManyOptions(command: Command): Command {
	return command
		.option('--dry-run', 'with a filter: count and list what would be done, and do nothing')
		.option('--yes', 'with a filter: do it without a question');
}

/**
 * Does it with all that match: shows the count, asks, starts a bulk action with exactly these rows, and follows it.
 * @throws CommandError unless all were done
 */
export async function actOnMany(
	{ action, target }: Pick<BulkSelection, 'action' | 'target'>,
	options: ManyOptions,
	terminal: Terminal,
): Promise<void> {
	const client = gatewayClient(options, terminal);
	const chosen: BulkSelection = { action, target, ...filterOf(options) };
	const preview = await previewBulk(client, chosen);
	const text = () => previewText(chosen, preview, terminal.screen);
	if (options.dryRun) {
		printResult(terminal, options, preview, text);
		return;
	}
	terminal.note(text());
	const { count, digest } = preview;
	const possible = count - refusedOf(preview);
	if (possible === 0) {
		if (options.json) printResult(terminal, options, preview, text);
		if (count > 0 && !preview.refused.every(({ type }) => ALREADY.includes(type)))
			throw new CommandError('Nothing was started: none of them can be done.', EXIT.failed);
		return;
	}
	if (digest === null)
		throw new CommandError(
			'Nothing was started: one bulk action acts on at most 10,000 rows. Narrow the filter.',
			EXIT.badUsage,
		);
	if (!options.yes && !(await confirmed(`${action} ${possible} ${target}`, terminal))) return;
	const input = { version: 1, ...chosen, selection: digest };
	const started = await keyedWrite(terminal, options.key, (key) => client.start('bulk-action', key, input));
	const task = await followStarted(client, started, { ...options, wait: options.wait !== false }, terminal);
	if (task !== null) throwUnlessDone(task);
}

async function confirmed(what: string, terminal: Terminal): Promise<boolean> {
	if (terminal.ask === undefined)
		throw new CommandError('Nothing was started: nobody can answer here. Add --yes.', EXIT.badUsage);
	const answer = await terminal.ask(`Do this: ${what}? Type yes: `);
	if (answer.trim().toLowerCase() === 'yes') return true;
	terminal.note('Nothing was started.');
	return false;
}

/** @throws CommandError if a command has ids and a filter, or neither */
export function checkChoice(ids: readonly string[], hasFilter: boolean, what: string): void {
	const wrong = (words: string) => new CommandError(`Nothing was done: ${words}`, EXIT.badUsage);
	if (ids.length > 0 && hasFilter) throw wrong(`name ${what} or use filters, not both.`);
	if (ids.length === 0 && !hasFilter)
		throw wrong(`name ${what}, or use a filter such as --connection. --all means all.`);
}
