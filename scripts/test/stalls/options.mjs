// @ts-check
import { parseArgs } from 'node:util';
import { messageOf, ReadableError } from '../../readable-error.mjs';

export const HELP = `npm run test:stalls -- [options] [-- arguments of vitest run]

Runs a suite several times in a row on a machine that is busy and that stalls: beside two busy loops, and a process that
stops all processes of the run at random moments. Linux only.

  --runs N         how often it runs (default: 5)
  --suite NAME     which suite (default: standard, which is npm test)
  --every SECONDS  how long it works between two stops, on average (default: 90)
  --stop SECONDS   how long a stop lasts (default: 20)
  --seed TEXT      the random moments; the same seed gives the same ones (default: a new one)
  --help           shows this help

With arguments of its own, Vitest runs in place of a suite:
  npm run test:stalls -- --runs 1 --every 20 -- test/parts/workflows/retrain
`;

/**
 * @typedef {object} Options
 * @property {boolean} help
 * @property {number} runs
 * @property {string} suite
 * @property {number} every s
 * @property {number} stop s
 * @property {string} seed
 * @property {string[]} vitest arguments of a direct run; without any, the suite runs
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {ReadableError} an option is not usable
 */
export function readOptions(args) {
	const { values, positionals } = parse(args);
	return {
		help: values.help ?? false,
		runs: numberOf('runs', values.runs, 5),
		suite: values.suite ?? 'standard',
		every: numberOf('every', values.every, 90),
		stop: numberOf('stop', values.stop, 20),
		seed: values.seed ?? String(Date.now()),
		vitest: positionals,
	};
}

/** @param {string[]} args */
function parse(args) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				help: { type: 'boolean', short: 'h' },
				runs: { type: 'string' },
				suite: { type: 'string' },
				every: { type: 'string' },
				stop: { type: 'string' },
				seed: { type: 'string' },
			},
		});
	} catch (error) {
		throw new ReadableError(messageOf(error), 'All options: npm run test:stalls -- --help', { cause: error });
	}
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} ifNone
 */
function numberOf(name, text, ifNone) {
	const number = text === undefined ? ifNone : Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new ReadableError(`--${name} is "${text}". Choose a whole number from 1 on.`);
}
