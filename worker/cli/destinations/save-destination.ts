import { Command } from 'commander';
import { DEFAULT_EDITABLE_TYPE } from '../../destinations';
import { keyedWrite } from '../keyed-write';
import { type GatewayOptions, KEY_HELP } from '../options';
import { listTable } from '../table';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { destinationClient } from './destination-client';
import { addSettingOptions, type Given, settingOptions } from './setting-options';

interface SaveOptions extends GatewayOptions, ResultOptions {
	type?: string;
	key?: string;
}

export function showDestinationCommand(terminal: Terminal): Command {
	return new Command('show')
		.description('show the settings of a destination that was created at the gateway')
		.argument('<name>')
		.action(async (name: string, options: GatewayOptions & ResultOptions) => {
			const found = await destinationClient(options, terminal).show(name);
			printResult(terminal, options, found, () => {
				const { type, version, changedBy } = found;
				const settings = [...settingOptions(type)].map(
					([of, option]) => [option.heading, option.shown(found[of])] as const,
				);
				const row = [name, ...settings.map(([, cell]) => cell), version, changedBy];
				const head = ['Destination', ...settings.map(([heading]) => heading), 'Version', 'Changed by'];
				return listTable(head, [row], terminal.screen);
			});
		});
}

export function createDestinationCommand(terminal: Terminal): Command {
	const command = new Command('create')
		.description('create a webhook destination; prints its name and, only this once, the secret that signs the leads')
		.argument('<name>', 'the name that lead syncs use');
	return addSettings(command).action(async (name: string, options: SaveOptions) => {
		const { key, type = DEFAULT_EDITABLE_TYPE, ...given } = options;
		const settings = settingsIn(given, type);
		if (type === DEFAULT_EDITABLE_TYPE && settings['url'] === undefined)
			throw new CommandError('Give --url or --url-file.', EXIT.badUsage);
		const client = destinationClient(options, terminal);
		const body = { name, type: named(type), ...settings };
		const made = await keyedWrite(terminal, key, (used) => client.create(used, body));
		printResult(terminal, options, made, () => `${made.name}\n${made.secret}`);
	});
}

export function updateDestinationCommand(terminal: Terminal): Command {
	const command = new Command('update')
		.description('change a destination that was created at the gateway; it applies within 5 s, without a restart')
		.argument('<name>');
	return addSettings(command).action(async (name: string, options: SaveOptions) => {
		const { key, ...given } = options;
		const client = destinationClient(options, terminal);
		const { version, type, ...found } = await client.show(name);
		const before: Given = Object.fromEntries([...settingOptions(type).keys()].map((of) => [of, found[of]]));
		const body = { type: named(type), ...before, ...settingsIn(given, type) };
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
	return addSettingOptions(command).option('--key <text>', KEY_HELP);
}

/** A gateway of an older version knows no type. */
function named(type: string): string | undefined {
	return type === DEFAULT_EDITABLE_TYPE ? undefined : type;
}

/** The settings that the options give. */
function settingsIn(given: object, type: string): Given {
	const read = [...settingOptions(type)].map(([name, option]) => [name, option.read({ ...given })] as const);
	return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
