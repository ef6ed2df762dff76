import { Command, Option } from 'commander';
import { keyedWrite } from '../gateway-client';
import {
	addReceiverOptions,
	type GatewayOptions,
	KEY_HELP,
	listOf,
	receiverAddress,
	type ReceiverOptions,
} from '../options';
import { listTable } from '../table';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { destinationClient } from './destination-client';

interface SaveOptions extends GatewayOptions, ResultOptions, ReceiverOptions {
	fields?: string[];
	allFields?: true;
	key?: string;
}

export function showDestinationCommand(terminal: Terminal): Command {
	return new Command('show')
		.description('show the settings of a destination that was created at the gateway')
		.argument('<name>')
		.action(async (name: string, options: GatewayOptions & ResultOptions) => {
			const found = await destinationClient(options, terminal).show(name);
			printResult(terminal, options, found, () => {
				const { url, fields, version, changedBy } = found;
				const row = [name, url, fields?.join('\n') ?? 'all', version, changedBy];
				return listTable(['Destination', 'Address', 'Fields', 'Version', 'Changed by'], [row], terminal.screen);
			});
		});
}

export function createDestinationCommand(terminal: Terminal): Command {
	const command = new Command('create')
		.description('create a webhook destination; prints its name and, only this once, the secret that signs the leads')
		.argument('<name>', 'the name that lead syncs use');
	return addSettings(command).action(async (name: string, options: SaveOptions) => {
		const { key, ...settings } = options;
		const url = receiverAddress(settings);
		if (url === undefined) throw new CommandError('Give --url or --url-file.', EXIT.badUsage);
		const client = destinationClient(options, terminal);
		const body = { name, url, fields: fieldsOf(settings) ?? null };
		const made = await keyedWrite(terminal, key, (used) => client.create(used, body));
		printResult(terminal, options, made, () => `${made.name}\n${made.secret}`);
	});
}

export function updateDestinationCommand(terminal: Terminal): Command {
	const command = new Command('update')
		.description('change a destination that was created at the gateway; it applies within 5 s, without a restart')
		.argument('<name>');
	return addSettings(command).action(async (name: string, options: SaveOptions) => {
		const { key, ...settings } = options;
		const client = destinationClient(options, terminal);
		const { version, url, fields } = await client.show(name);
		const chosen = fieldsOf(settings);
		const body = { url: receiverAddress(settings) ?? url, fields: chosen === undefined ? fields : chosen };
		const changed = await keyedWrite(terminal, key, (used) => client.change(name, used, version, body));
		printResult(terminal, options, changed, () => `${name} is changed.`);
	});
}

export function rotateDestinationCommand(terminal: Terminal): Command {
	return new Command('rotate-secret')
		.description('create a new secret; for a day, leads are signed with the previous one, too')
		.argument('<name>')
		.option('--key <text>', KEY_HELP)
		.action(async (name: string, options: SaveOptions) => {
			const client = destinationClient(options, terminal);
			const changed = await keyedWrite(terminal, options.key, (key) => client.rotateSecret(name, key));
			printResult(terminal, options, changed, () => changed.secret);
		});
}

export function deleteDestinationCommand(terminal: Terminal): Command {
	return new Command('delete')
		.description('delete a destination that was created at the gateway, unless a running sync uses it')
		.argument('<name>')
		.action(async (name: string, options: GatewayOptions & ResultOptions) => {
			await destinationClient(options, terminal).delete(name);
			printResult(terminal, options, { name, deleted: true }, () => `${name} is deleted.`);
		});
}

function addSettings(command: Command): Command {
	return addReceiverOptions(command)
		.option(
			'--fields <names>',
			'what of a lead is sent, separated by commas: name, email, fields.budget and others; default: everything',
			listOf,
		)
		.addOption(new Option('--all-fields', 'send everything').conflicts('fields'))
		.option('--key <text>', KEY_HELP);
}

/** Undefined: nothing was given. Null: everything. */
function fieldsOf({ fields, allFields }: SaveOptions): string[] | null | undefined {
	return allFields === true ? null : fields;
}
