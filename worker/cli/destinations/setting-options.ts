import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { DEFAULT_EDITABLE_TYPE, EDITABLE_KINDS, formOf } from '../../destinations';
import { addReceiverOptions, listOf, receiverAddress } from '../options';

/** What commander read, by the names of the options. */
export type Given = Readonly<Record<string, unknown>>;

/** How the command line takes and shows one setting of a destination. */
interface SettingOption {
	/** Of its column. */
	heading: string;
	add(command: Command): void;
	/** Undefined: not given. @throws CommandError if a file cannot be read */
	read(given: Given): unknown;
	/** The value as a cell of a table. */
	shown(value: unknown): string;
}

/** The options for the settings of every kind that can be created at the gateway. */
export function addSettingOptions(command: Command): Command {
	const added = new Set<string>();
	for (const { editable } of EDITABLE_KINDS)
		for (const [name, schema] of Object.entries(editable.settings.shape)) {
			if (added.has(name)) continue;
			added.add(name);
			optionOf(name, schema).add(command);
		}
	if (EDITABLE_KINDS.length === 1) return command;
	const types = EDITABLE_KINDS.map(({ type }) => type);
	return command.addOption(
		new Option('--type <type>', `the type of the destination; default: ${DEFAULT_EDITABLE_TYPE}`).choices(types),
	);
}

/** The settings of a type, each with its option. */
export function settingOptions(type: string): ReadonlyMap<string, SettingOption> {
	const shape = EDITABLE_KINDS.find((kind) => kind.type === type)?.editable.settings.shape ?? {};
	return new Map(Object.entries(shape).map(([name, schema]) => [name, optionOf(name, schema)]));
}

function optionOf(name: string, schema: z.core.$ZodType): SettingOption {
	const { title, description, form } = formOf(name, schema);
	if (form.isReceiver === true) return receiverOption(title);
	if (form.isLeadSources === true) return leadSourcesOption(name);
	return {
		heading: title,
		add: (command) => command.option(`--${dashed(name)} <text>`, description),
		read: (given) => given[name],
		shown: String,
	};
}

function receiverOption(heading: string): SettingOption {
	return {
		heading,
		add: addReceiverOptions,
		read: (given) => receiverAddress(given),
		shown: String,
	};
}

function leadSourcesOption(name: string): SettingOption {
	const allName = `all${capitalised(name)}`;
	return {
		heading: capitalised(name),
		add: (command) =>
			command
				.option(
					`--${dashed(name)} <names>`,
					'what of a lead is sent, separated by commas: name, email, fields.budget and others; default: everything',
					listOf,
				)
				.addOption(new Option(`--all-${dashed(name)}`, 'send everything').conflicts(name)),
		read: (given) => (given[allName] === true ? null : given[name]),
		shown: (value) => (Array.isArray(value) ? value.join('\n') : 'all'),
	};
}

function capitalised(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `allFields` is --all-fields. */
function dashed(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
