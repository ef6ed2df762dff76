import Table from 'cli-table3';
import { Command } from 'commander';
import { CommandError, EXIT } from './exit-codes';
import { GatewayRefusal } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './gateway-options';
import { printResult, type ResultOptions } from './result';
import type { Terminal } from './terminal';

type Options = GatewayOptions & ResultOptions;

/** `agent-knowledge destinations list|check` */
export function destinationsCommand(terminal: Terminal): Command {
	const list = new Command('list')
		.description('list the destinations that a lead-sync may name')
		.option('--json', 'print JSON')
		.action((options: Options) => listDestinations(options, terminal));
	const check = new Command('check')
		.description('look whether leads can be written to a destination')
		.argument('<name>')
		.option('--json', 'print JSON')
		.action(async (name: string, options: Options) => {
			const problem = await problemOf(name, options, terminal);
			printResult(terminal, options, { name, ok: problem === null, problem }, () =>
				problem === null ? `Leads can be written to ${name}.` : problem,
			);
			if (problem !== null) throw new CommandError('', EXIT.failed);
		});
	const destinations = new Command('destinations').description('list and check destinations of leads');
	for (const command of [list, check]) destinations.addCommand(addGatewayOptions(command));
	return destinations;
}

/** Why leads cannot be written there; null when they can. */
async function problemOf(name: string, options: Options, terminal: Terminal): Promise<string | null> {
	try {
		await gatewayClient(options, terminal.env).checkDestination(name);
		return null;
	} catch (error) {
		if (error instanceof GatewayRefusal && error.type === 'destination_unfit') return error.message;
		throw error;
	}
}

async function listDestinations(options: Options, terminal: Terminal) {
	const { items } = await gatewayClient(options, terminal.env).destinations();
	printResult(terminal, options, { items }, () => destinationTable(items));
}

function destinationTable(items: ReadonlyArray<{ name: string; type: string; target: string }>): string {
	if (items.length === 0) return 'The configuration names no destination.';
	const table = new Table({ head: ['Destination', 'Type', 'Where'], style: { head: [] } });
	for (const { name, type, target } of items) table.push([name, type, target]);
	return table.toString();
}
