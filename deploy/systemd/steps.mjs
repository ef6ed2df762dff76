// @ts-check
import { spawn } from 'node:child_process';

/**
 * One change of the server. `isDone` looks without changing anything, so that a second run repeats nothing.
 * @typedef {object} Step
 * @property {string} title what it does, with the files or the command
 * @property {() => Promise<boolean>} [isDone] default: never
 * @property {() => Promise<void>} work
 */

/**
 * @param {Step[]} steps done one after the other; the first that fails ends it
 * @param {{ apply: boolean }} options without `apply`, they are only printed
 * @throws Error that names the step
 */
export async function runSteps(steps, { apply }) {
	for (const { title, isDone, work } of steps) {
		if ((await isDone?.()) === true) {
			console.log(`· ${title}: done before`);
			continue;
		}
		console.log(`${apply ? '▶' : '+'} ${title}`);
		if (!apply) continue;
		try {
			await work();
		} catch (error) {
			throw new Error(`This step failed: ${title}\n${error instanceof Error ? error.message : String(error)}`, {
				cause: error,
			});
		}
	}
}

/**
 * Runs a program with its output shown.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @throws Error if it does not end with 0
 */
export async function run([program = '', ...args], env = process.env) {
	const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
	/** @type {Promise<number | null>} */
	const ended = new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	const code = await ended;
	if (code !== 0) throw new Error(`"${[program, ...args].join(' ')}" ended with ${code}.`);
}
