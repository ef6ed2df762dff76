// @ts-check
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { listAt, numberAt, parseJson, textAt } from '../json.mjs';
import { changedSince } from './changed-since.mjs';
import { vitestReporter } from './reporter.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

export const resultsFolder = path.join(workspaceRoot, 'test-results');
/** Where Node.js keeps the packages that it has compiled: a run starts some hundred programs and threads, which load the same ones. */
const COMPILED = path.join(workspaceRoot, 'node_modules/.cache/compiled');

/**
 * Runs one step with its output shown as it comes.
 * @param {import('./suites.mjs').Step} step
 * @returns {Promise<Count>} a check counts as one; a test run counts its tests, and a file that did not load as one
 */
export async function runStep(step) {
	if ('command' in step) {
		const exitCode = await exitCodeOf(step.command, { atEnd: step.beside === true, env: step.env });
		return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
	}
	await mkdir(resultsFolder, { recursive: true });
	const file = resultsFile(step.projects);
	await rm(file, { force: true });
	const { reporter, env: colours } = vitestReporter();
	const command = [
		// Not by npx, which would begin the path with the Node of the checkout: a run may be on another one.
		...['node', 'node_modules/vitest/vitest.mjs', 'run', ...(step.files ?? [])],
		...step.projects.map((project) => `--project=${project}`),
		...[`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`],
		...(step.named === undefined ? [] : ['--testNamePattern', step.named]),
		...(step.changed === true ? ['--changed', await changedSince(), '--passWithNoTests'] : []),
	];
	// Projects take their number of processes from the configuration, which `--maxWorkers` does not change.
	/** @type {Record<string, string>} */
	const processes = step.processes === undefined ? {} : { VITEST_MAX_WORKERS: String(step.processes) };
	const exitCode = await exitCodeOf(command, {
		env: { ...colours, NODE_COMPILE_CACHE: COMPILED, ...processes, ...step.env },
	});
	// Nothing is written when nothing has changed.
	return countOf(parseJson(await readFile(file, 'utf8').catch(() => '{}')), exitCode);
}

/**
 * Where Vitest's results of a test run are kept.
 * @param {readonly string[]} projects
 */
export function resultsFile(projects) {
	return path.join(resultsFolder, `${projects.join('-')}.json`);
}

/**
 * @param {unknown} results Vitest's own
 * @param {number} exitCode
 * @returns {Count} a file that did not load, or whose preparation failed, counts as one that failed
 */
export function countOf(results, exitCode) {
	const unprepared = listAt(results, 'testResults').filter(
		(file) =>
			textAt(file, 'status') === 'failed' &&
			!listAt(file, 'assertionResults').some((test) => textAt(test, 'status') === 'failed'),
	);
	const failed = numberAt(results, 'numFailedTests') + unprepared.length;
	return { passed: numberAt(results, 'numPassedTests'), failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/**
 * @param {string[]} command
 * @param {{ atEnd?: boolean, env?: Record<string, string> }} [options] `atEnd`: its output is shown when it has ended, so
 *   that it does not mix with that of others; `env`: more variables
 * @returns {Promise<number>}
 */
function exitCodeOf([program = '', ...args], { atEnd = false, env = {} } = {}) {
	return new Promise((resolve, reject) => {
		const output = atEnd ? 'pipe' : 'inherit';
		const child = spawn(program, args, {
			cwd: workspaceRoot,
			env: { ...process.env, ...env },
			stdio: ['ignore', output, output],
		});
		/** @type {Buffer[]} */
		const chunks = [];
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (/** @type {Buffer} */ chunk) => void chunks.push(chunk));
		}
		child.once('error', reject);
		child.once('close', (code) => {
			process.stdout.write(Buffer.concat(chunks));
			resolve(code ?? 1);
		});
	});
}
