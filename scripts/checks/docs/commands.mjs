// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { HELP } from '../../start/options.mjs';
import { referencesIn } from './markdown.mjs';

/**
 * @typedef {import('commander').Command} Command
 *
 * @typedef {object} Programs what the commands of a page call
 * @property {readonly string[]} scripts of npm
 * @property {Command} agentKnowledge
 */

/**
 * Commands of a page that are not there, and their options.
 * @param {import('./files.mjs').File} page
 * @param {Programs} programs
 * @returns {string[]}
 */
export function commandProblems({ file, text: markdown }, programs) {
	return referencesIn(markdown).commands.flatMap(({ line, text }) =>
		problemsOf(text.split(/\s+/), programs).map((problem) => `${file}:${line}: ${problem}: ${text}`),
	);
}

/**
 * @param {readonly string[]} words
 * @param {Programs} programs
 * @returns {string[]}
 */
function problemsOf([program, first = '', ...more], { scripts, agentKnowledge }) {
	if (program === 'npm' && first === 'run') return scriptProblems(more[0] ?? '', scripts);
	if (program === 'npm' && first === 'test') return scriptProblems(first, scripts);
	if (program === 'npm' && first === 'start') {
		return optionsOf(more)
			.filter((option) => !HELP.includes(`${option} `))
			.map((option) => `npm start has no option ${option}`);
	}
	if (program === 'node' && first.includes('/')) {
		return existsSync(path.join(workspaceRoot, first)) ? [] : [`there is no program ${first}`];
	}
	return program === 'npx' && first === 'agent-knowledge' ? callProblems(more, agentKnowledge) : [];
}

/**
 * @param {string} name
 * @param {readonly string[]} scripts
 */
function scriptProblems(name, scripts) {
	return scripts.includes(name) ? [] : [`there is no npm script "${name}"`];
}

/**
 * @param {readonly string[]} words behind `agent-knowledge`
 * @param {Command} program
 */
function callProblems(words, program) {
	const end = words.findIndex((word) => /^-|[</]/.test(word));
	const called = end === -1 ? words : words.slice(0, end);
	const { command, left } = commandAt(program, called);
	const values = command.registeredArguments.length;
	const help = command.helpInformation();
	return [
		// An example may have the name of a schedule where the usage has <id>.
		...(left.length > values ? [`there is no command "${called.join(' ')}"`] : []),
		...optionsOf(words)
			.filter((option) => !help.includes(`${option} `))
			.map((option) => `agent-knowledge ${called.join(' ')} has no option ${option}`),
	];
}

/**
 * @param {Command} command
 * @param {readonly string[]} words
 * @returns {{ command: Command, left: readonly string[] }} the command that the words lead to, and its values
 */
function commandAt(command, words) {
	const [first, ...left] = words;
	const inner = command.commands.find((each) => each.name() === first);
	return inner === undefined ? { command, left: words } : commandAt(inner, left);
}

/** @param {readonly string[]} words */
function optionsOf(words) {
	return words.filter((word) => /^--[a-z]/.test(word));
}
