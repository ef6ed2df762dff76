// @ts-check
import { markdownTable, plainText, wrapped } from '../markdown.mjs';

/** @typedef {import('commander').Command} Command */

/**
 * The page docs/reference/command-line.md: each command of `agent-knowledge`, from the program itself.
 * @param {import('./load-reference.mjs').Reference} reference
 */
export function commandLinePage({ programOf }) {
	const nothing = () => undefined;
	const program = programOf({ result: nothing, note: nothing, interactive: false, screen: null, env: {}, cwd: '/' });
	const commands = leavesOf(program, []);
	return [
		'<!-- Generated from worker/cli by `npm run generate`; do not edit. -->',
		'',
		'# Command line',
		'',
		`For operators and developers: this page lists the ${commands.length} commands of \`agent-knowledge\` with their options.`,
		'',
		'For example, `npx agent-knowledge tasks list --json` prints the tasks for a program.',
		'[agent-knowledge-worker](../../worker/README.md#in-scripts) has the exit codes and the use in scripts.',
		'',
		...commands.flatMap(({ command, words }) => commandSection(command, words)),
	].join('\n');
}

/**
 * @param {Command} command
 * @param {string[]} before
 * @returns {Array<{ command: Command, words: string[] }>} the commands that do something themselves
 */
function leavesOf(command, before) {
	const words = [...before, command.name()];
	if (command.commands.length === 0) return [{ command, words }];
	return command.commands.flatMap((each) => leavesOf(each, words));
}

/**
 * @param {Command} command
 * @param {string[]} words
 */
function commandSection(command, words) {
	const parameters = command.registeredArguments.map((argument) => [
		`\`${argument.required ? `<${argument.name()}>` : `[${argument.name()}]`}\``,
		plainText(argument.description),
		presetOf(argument.defaultValue),
	]);
	const options = command.options
		.filter(({ hidden }) => !hidden)
		.map((option) => [
			`\`${option.flags}\``,
			plainText([option.description, choicesOf(option.argChoices)].filter(Boolean).join('. ')),
			option.mandatory ? 'required' : presetOf(option.defaultValue),
		]);
	return [
		`## ${words.join(' ')}`,
		'',
		sentences(command.description()),
		'',
		...markdownTable(['Option', 'Meaning', 'Default'], [...parameters, ...options]),
	];
}

/**
 * The program's help is one line in lower case, with a semicolon between its sentences.
 * @param {string} text
 */
function sentences(text) {
	const parts = text.replace(/\.$/, '').split('; ');
	return wrapped(parts.map((part) => `${part.charAt(0).toUpperCase()}${plainText(part.slice(1))}.`).join(' '));
}

/** @param {unknown} preset */
function presetOf(preset) {
	return preset === undefined || preset === false || (Array.isArray(preset) && preset.length === 0)
		? ''
		: `\`${typeof preset === 'string' ? preset : JSON.stringify(preset)}\``;
}

/** @param {string[] | undefined} choices */
function choicesOf(choices) {
	return choices === undefined ? '' : `One of: ${choices.map((choice) => `\`${choice}\``).join(', ')}`;
}
