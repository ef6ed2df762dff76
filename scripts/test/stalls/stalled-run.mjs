// @ts-check
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { parseJson } from '../../json.mjs';
import { resultsFolder } from '../run-step.mjs';
import { failuresIn } from './results.mjs';
import { killProcesses, MARKER } from './run-processes.mjs';

/**
 * @typedef {object} Outcome
 * @property {import('../run-step.mjs').Count} count
 * @property {import('./results.mjs').Failure[]} failures of tests; the log has those of checks
 * @property {number} stops
 * @property {number} left processes that the run did not end
 * @property {number} seconds
 * @property {string} logFile
 */

const STOP_AT_RANDOM = fileURLToPath(new URL('stop-at-random.mjs', import.meta.url));
const BUSY_LOOPS = 2;
/** Keeps a core busy, and ends with this process, however that ends. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);';

/**
 * Runs a command beside busy loops, with stops.
 * @param {import('./commands.mjs').Command} command
 * @param {Pick<import('./options.mjs').Options, 'every' | 'stop' | 'seed'>} stops
 * @param {AbortSignal} interrupted ends the run
 * @returns {Promise<Outcome>}
 */
export async function runStalled(command, stops, interrupted) {
	const id = randomUUID();
	const started = Date.now();
	const logFile = path.join(resultsFolder, 'stalls', `${stops.seed}.log`);
	await mkdir(path.dirname(logFile), { recursive: true });
	await Promise.all(command.results.map((file) => rm(file, { force: true })));
	const loops = Array.from({ length: BUSY_LOOPS }, () =>
		spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' }),
	);
	const stopping = startStopping(id, stops);
	try {
		const exitCode = await exitCodeOf(command, { id, logFile, interrupted });
		const seconds = Math.round((Date.now() - started) / 1000);
		const stopCount = await stopping.end();
		const results = await Promise.all(
			command.results.map(async (file) => parseJson(await readFile(file, 'utf8').catch(() => '{}'))),
		);
		return {
			count: await command.count(results, exitCode),
			failures: results.flatMap((each) => failuresIn(each, workspaceRoot)),
			stops: stopCount,
			left: killProcesses(id),
			seconds,
			logFile,
		};
	} finally {
		await stopping.end();
		killProcesses(id);
		for (const loop of loops) loop.kill('SIGKILL');
	}
}

/**
 * @param {string} id of the run
 * @param {Pick<import('./options.mjs').Options, 'every' | 'stop' | 'seed'>} stops
 */
function startStopping(id, { every, stop, seed }) {
	const child = spawn(process.execPath, [STOP_AT_RANDOM, id, seed, `${every}`, `${stop}`], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const exited = once(child, 'exit');
	let count = 0;
	createInterface(child.stdout).on('line', (line) => {
		count += 1;
		console.log(line);
	});
	return {
		/** @returns {Promise<number>} how many stops there were */
		end: async () => {
			child.stdin.end();
			await exited;
			return count;
		},
	};
}

/**
 * @param {import('./commands.mjs').Command} command
 * @param {{ id: string, logFile: string, interrupted: AbortSignal }} run
 * @returns {Promise<number>} 1 if a signal ended it
 */
async function exitCodeOf({ args, env }, { id, logFile, interrupted }) {
	const log = await open(logFile, 'w');
	try {
		const child = spawn(process.execPath, args, {
			cwd: workspaceRoot,
			env: { ...process.env, ...env, [MARKER]: id },
			stdio: ['ignore', log.fd, log.fd],
			// Ctrl-C reaches the harness alone, which continues the run before it ends it.
			detached: true,
		});
		const end = () => void killProcesses(id);
		interrupted.addEventListener('abort', end, { once: true });
		const [code] = /** @type {[number | null]} */ (await once(child, 'exit'));
		interrupted.removeEventListener('abort', end);
		return code ?? 1;
	} finally {
		await log.close();
	}
}
