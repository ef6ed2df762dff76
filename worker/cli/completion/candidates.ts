import type { Argument, Command, Option } from 'commander';

/** A section of the configuration whose names can be completed. */
export type NamedSection = 'connections' | 'destinations' | 'buckets';

/** What may stand at the cursor. */
export interface Candidate {
	name: string;
	description?: string;
}

/** `files` lets the shell complete the name of a file. */
export type Candidates = Candidate[] | 'files';

/** Options and arguments whose values are names of the configuration. */
const NAMED_OPTIONS: Readonly<Record<string, NamedSection>> = {
	'--connection': 'connections',
	'--destination': 'destinations',
	'--bucket': 'buckets',
};
const NAMED_ARGUMENTS: Readonly<Record<string, NamedSection>> = {
	'connections check': 'connections',
	'destinations check': 'destinations',
	'destinations preview': 'destinations',
};

/**
 * What can follow the words of a command line.
 * @param words behind the name of the program, up to the cursor, without the one at the cursor
 * @param current the begun word at the cursor, or an empty text
 * @param namesOf the names of a section of the configuration
 */
export function candidates(
	program: Command,
	words: readonly string[],
	current: string,
	namesOf: (section: NamedSection) => string[],
): Candidates {
	const { command, path, argumentCount, option } = readWords(program, words);
	const found =
		option !== null && !isEnded(option, current)
			? valuesOf(option, namesOf)
			: current.startsWith('-')
				? optionsOf(command)
				: command.commands.length > 0
					? commandsOf(command)
					: argumentsOf(command, path, argumentCount, namesOf);
	return found === 'files' ? found : found.filter(({ name }) => name.startsWith(current));
}

interface Position {
	command: Command;
	/** The words that lead to the command. */
	path: string[];
	/** Arguments before the cursor. */
	argumentCount: number;
	/** The option whose value comes next. */
	option: Option | null;
}

function readWords(program: Command, words: readonly string[]): Position {
	const position: Position = { command: program, path: [], argumentCount: 0, option: null };
	for (const word of words) {
		const { option, command } = position;
		if (option !== null && !isEnded(option, word)) {
			if (!option.variadic) position.option = null;
		} else if (word.startsWith('-')) {
			position.option =
				command.options.find((each) => takesValue(each) && [each.short, each.long].includes(word)) ?? null;
		} else {
			position.option = null;
			const next = command.commands.find((each) => each.name() === word);
			if (next === undefined) position.argumentCount += 1;
			else Object.assign(position, { command: next, path: [...position.path, word] });
		}
	}
	return position;
}

function takesValue({ required, optional }: Option): boolean {
	return required || optional;
}

/** Several values of one option end with the next option. */
function isEnded({ variadic }: Option, word: string): boolean {
	return variadic && word.startsWith('-');
}

function valuesOf({ argChoices, long, flags }: Option, namesOf: (section: NamedSection) => string[]): Candidates {
	const section = NAMED_OPTIONS[long ?? ''];
	if (section !== undefined) return named(namesOf(section));
	return /<(path|file)>/.test(flags) ? 'files' : named(argChoices ?? []);
}

function argumentsOf(
	{ registeredArguments }: Command,
	path: readonly string[],
	index: number,
	namesOf: (section: NamedSection) => string[],
): Candidates {
	const section = NAMED_ARGUMENTS[path.join(' ')];
	const argument: Argument | undefined = registeredArguments[Math.min(index, registeredArguments.length - 1)];
	if (argument === undefined || (index >= registeredArguments.length && !argument.variadic)) return [];
	if (section !== undefined) return named(namesOf(section));
	return argument.name() === 'files' ? 'files' : named(argument.argChoices ?? []);
}

function optionsOf(command: Command): Candidate[] {
	return command
		.createHelp()
		.visibleOptions(command)
		.flatMap(({ long, description }) => (long === undefined ? [] : [{ name: long, description }]));
}

function commandsOf(command: Command): Candidate[] {
	return command
		.createHelp()
		.visibleCommands(command)
		.map((each) => ({ name: each.name(), description: each.description() }));
}

function named(names: readonly string[]): Candidate[] {
	return names.map((name) => ({ name }));
}
