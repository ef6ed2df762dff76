import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { ForEachConnectionInput } from '../../../workflows/for-each-connection/contract';
import type { Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { addStartOptions, type EveryField, runTask, type StartOptions } from './run-task';

const TYPE = 'for-each-connection';

export type ForEachConnectionOptions = Pick<ForEachConnectionInput, 'selector' | 'type' | 'input' | 'atOnce'>;

/** `agent-knowledge run for-each-connection` */
export function forEachConnectionCommand(terminal: Terminal): Command {
	const command = new Command(TYPE)
		.description('give each connection of a selector a task of its own')
		.action((options: ForEachConnectionOptions & StartOptions) =>
			runTask(TYPE, forEachConnectionInput(options), options, terminal),
		);
	return addForEachConnectionOptions(addStartOptions(command));
}

export function addForEachConnectionOptions(command: Command): Command {
	return command
		.requiredOption('--selector <text>', 'the connections by their labels, such as client=acme,region in (eu,us)')
		.addOption(choiceOption(TYPE, 'type', '--type <task>', 'the task that each connection gets').makeOptionMandatory())
		.option('--input <json>', 'the input of each of these tasks as JSON, without its connection', jsonObject, {})
		.addOption(numberOption(TYPE, 'atOnce', '--at-once <count>', 'connections that have their turn at the same time'));
}

export function forEachConnectionInput({
	selector,
	type,
	input,
	atOnce,
}: ForEachConnectionOptions): EveryField<typeof TYPE> {
	return { version: 1, selector, type, input, atOnce };
}

const objectSchema = z.record(z.string(), z.unknown());

function jsonObject(text: string): Record<string, unknown> {
	try {
		return objectSchema.parse(JSON.parse(text));
	} catch {
		throw new InvalidArgumentError(`It must be a JSON object, for example '{"atOnce": 2}'.`);
	}
}
