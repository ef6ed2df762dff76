import { Command } from 'commander';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';
import { GatewayRefusal } from './gateway-client';
import { listTable } from './table';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';

type Options = GatewayOptions & ResultOptions;

/** `agent-knowledge destinations list|check` */
export function destinationsCommand(terminal: Terminal): Command {
	const list = new Command('list')
		.description('list the destinations that a lead-sync may name')
		.option('--json', 'print JSON')
		.action((options: Options) => listDestinations(options, terminal));
	const check = new Command('check')
		.description(
			'test whether leads can be written to a destination, and leave no lead there; a webhook gets a signed ping',
		)
		.argument('<name>')
		.option('--json', 'print JSON')
		.action(async (name: string, options: Options) => {
			const found = await checkDestination(name, options, terminal);
			printResult(terminal, options, { name, ...found }, () => findingText(name, found));
			if (!found.proven) throw new CommandError('', EXIT.failed);
		});
	const destinations = new Command('destinations').description('list and check destinations of leads');
	for (const command of [list, check]) destinations.addCommand(addGatewayOptions(command));
	return destinations;
}

interface Found {
	/** The check found no problem. */
	ok: boolean;
	/** The check proves that leads can be written. */
	proven: boolean;
	/** What the check did; null when it failed. */
	detail: string | null;
	/** Why leads cannot be written there; null when there is no known reason. */
	problem: string | null;
}

async function checkDestination(name: string, options: Options, terminal: Terminal): Promise<Found> {
	try {
		const { ok, proven, detail } = await gatewayClient(options, terminal).checkDestination(name);
		return { ok, proven, detail, problem: null };
	} catch (error) {
		if (error instanceof GatewayRefusal && error.type === 'destination_unfit')
			return { ok: false, proven: false, detail: null, problem: error.message };
		throw error;
	}
}

function findingText(name: string, { proven, detail, problem }: Found): string {
	if (problem !== null) return problem;
	const can = proven
		? `Leads can be written to ${name}.`
		: `The test does not prove that leads can be written to ${name}.`;
	return `${can} ${detail ?? ''}`;
}

async function listDestinations(options: Options, terminal: Terminal) {
	const { items } = await gatewayClient(options, terminal).destinations();
	printResult(terminal, options, { items }, () => {
		if (items.length === 0) return 'The configuration names no destination.';
		const rows = items.map(({ name, type, target }) => [name, type, target]);
		return listTable(['Destination', 'Type', 'Where'], rows, terminal.screen);
	});
}
