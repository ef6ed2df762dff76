// @ts-check
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { numberAt, parseJson } from '../json.mjs';
import { changedSince } from './changed-since.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

/** Tests wait more than they compute; three processes of at most 1.4 GB fit in a laptop of 8 GB. */
const JEST_PROCESSES = 3;

const resultsFolder = path.join(workspaceRoot, 'test-results');

/**
 * Runs one step with its output shown as it comes.
 * @param {import('./suites.mjs').Step} step
 * @returns {Promise<Count>} a check counts as one; a jest run counts its tests, and a file that did not load as one
 */
export async function runStep(step) {
	if ('command' in step) {
		const exitCode = await exitCodeOf(step.command, { atEnd: step.beside === true });
		return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
	}
	await mkdir(resultsFolder, { recursive: true });
	const file = path.join(resultsFolder, `${step.jest.join('-')}.json`);
	await rm(file, { force: true });
	const exitCode = await exitCodeOf([
		'npx',
		'jest',
		...['--selectProjects', ...step.jest],
		...['--json', '--outputFile', file],
		...(step.changed === true ? ['--changedSince', await changedSince(), '--passWithNoTests'] : []),
		'--ci',
		`--maxWorkers=${JEST_PROCESSES}`,
		// What a failing test has left running must not hold up the run; its failure is counted.
		'--forceExit',
	]);
	// Jest writes no results when nothing has changed.
	return countOf(parseJson(await readFile(file, 'utf8').catch(() => '{}')), exitCode);
}

/**
 * @param {unknown} results jest's own
 * @param {number} exitCode
 * @returns {Count}
 */
function countOf(results, exitCode) {
	const failed = numberAt(results, 'numFailedTests') + numberAt(results, 'numRuntimeErrorTestSuites');
	return { passed: numberAt(results, 'numPassedTests'), failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/**
 * @param {string[]} command
 * @param {{ atEnd?: boolean }} [output] shown when the command has ended, so that it does not mix with that of others
 * @returns {Promise<number>}
 */
function exitCodeOf([program = '', ...args], { atEnd = false } = {}) {
	return new Promise((resolve, reject) => {
		// jest's --json prints to standard output what it has written to the file already.
		const stdout = atEnd ? 'pipe' : args.includes('--json') ? 'ignore' : 'inherit';
		const child = spawn(program, args, { cwd: workspaceRoot, stdio: ['ignore', stdout, atEnd ? 'pipe' : 'inherit'] });
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
