import { Command } from 'commander';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { GatewayRefusal } from '../gateway-client';
import { listTable } from '../table';
import { addGatewayOptions, type GatewayOptions } from '../options';
import { destinationClient } from './destination-client';
import { previewCommand } from './preview-command';
import {
	createDestinationCommand,
	deleteDestinationCommand,
	rotateDestinationCommand,
	showDestinationCommand,
	updateDestinationCommand,
} from './save-destination';

type Options = GatewayOptions & ResultOptions;

/** `agent-knowledge destinations list|show|check|preview|create|update|rotate-secret|delete` */
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
	const destinations = new Command('destinations').description(
		'list, check and preview destinations of leads; create and change webhooks',
	);
	const others = [
		previewCommand,
		showDestinationCommand,
		createDestinationCommand,
		updateDestinationCommand,
		rotateDestinationCommand,
		deleteDestinationCommand,
	];
	for (const command of [list, check, ...others.map((make) => make(terminal).option('--json', 'print JSON'))])
		destinations.addCommand(addGatewayOptions(command));
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
		const { ok, proven, detail } = await destinationClient(options, terminal).check(name);
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

const ORIGINS = { file: 'configuration', gateway: 'gateway' } as const;

async function listDestinations(options: Options, terminal: Terminal) {
	const { items } = await destinationClient(options, terminal).list();
	printResult(terminal, options, { items }, () => {
		if (items.length === 0) return 'No destinations.';
		const rows = items.map(({ name, type, target, origin }) => [name, type, target, ORIGINS[origin]]);
		return listTable(['Destination', 'Type', 'Where', 'Set in'], rows, terminal.screen);
	});
}
