import Table from 'cli-table3';
import { Command } from 'commander';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './gateway-options';
import type { Terminal } from './terminal';

interface ListOptions extends GatewayOptions {
	json?: true;
}

/** `agent-knowledge destinations list|check` */
export function destinationsCommand(terminal: Terminal): Command {
	const list = new Command('list')
		.description('list the destinations that a lead-sync may name')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listDestinations(options, terminal));
	const check = new Command('check')
		.description('look whether leads can be written to a destination')
		.argument('<name>')
		.action(async (name: string, options: GatewayOptions) => {
			await gatewayClient(options, terminal.env).checkDestination(name);
			terminal.result(`Leads can be written to ${name}.`);
		});
	const destinations = new Command('destinations').description('list and check destinations of leads');
	for (const command of [list, check]) destinations.addCommand(addGatewayOptions(command));
	return destinations;
}

async function listDestinations({ json, ...options }: ListOptions, terminal: Terminal) {
	const { items } = await gatewayClient(options, terminal.env).destinations();
	if (json) return terminal.result(JSON.stringify({ items }, null, 2));
	if (items.length === 0) return terminal.result('The configuration names no destination.');
	const table = new Table({ head: ['Destination', 'Type', 'Where'], style: { head: [] } });
	for (const { name, type, target } of items) table.push([name, type, target]);
	terminal.result(table.toString());
}
