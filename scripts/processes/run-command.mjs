// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { ReadableError } from '../readable-error.mjs';
import { stopGroup } from './kill-group.mjs';
import { printableLine } from './printable-line.mjs';

const KEPT_LINES = 20;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; by default ours, in which npm prints its errors
 * @property {string} [logFile] everything it prints is appended here
 * @property {(line: string) => void} [onLine] each line it prints, standard error included
 * @property {number} [timeoutMs]
 * @property {number} [niceness] 0 to 19; a higher number gives way to other processes
 * @property {AbortSignal} [signal] stops it and all it started
 * @property {string} [whatToDo] advice for the error when it fails
 */

/**
 * Runs a command to its end, in a process group of its own.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} what it wrote to standard output
 * @throws {ReadableError} it could not be started, failed, or took too long; with its last lines
 */
export async function runCommand(command, args, options = {}) {
	const { cwd, env = audible(process.env), logFile, onLine, timeoutMs, niceness, signal, whatToDo } = options;
	signal?.throwIfAborted();
	if (logFile) await mkdir(dirname(logFile), { recursive: true });
	const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : null;
	const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	if (niceness && child.pid) setPriority(child.pid, niceness);

	let output = '';
	/** @type {string[]} */
	const lines = [];
	/** @param {string} printed */
	const take = (printed) => {
		const line = printableLine(printed);
		log?.write(`${line}\n`);
		lines.push(line);
		if (lines.length > KEPT_LINES) lines.shift();
		onLine?.(line);
	};
	child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (output += chunk));
	createInterface(child.stdout).on('line', take);
	createInterface(child.stderr).on('line', take);

	const outOfTime = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
	const stop = () => void (child.pid && stopGroup(child.pid, { graceMs: 3_000 }));
	for (const reason of [signal, outOfTime]) reason?.addEventListener('abort', stop, { once: true });
	try {
		const code = await exitCode(child, command);
		signal?.throwIfAborted();
		if (code === 0) return output;
		const why = outOfTime?.aborted ? 'took too long' : `ended with code ${code}`;
		throw new ReadableError(`"${commandLine(command, args)}" ${why}.\n${lines.join('\n')}`, whatToDo);
	} finally {
		for (const reason of [signal, outOfTime]) reason?.removeEventListener('abort', stop);
		log?.end();
	}
}

/**
 * `npm --silent` tells each npm below it to be silent, so that a failed one would not say why.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function audible({ npm_config_loglevel: _level, ...env }) {
	return env;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} command
 * @returns {Promise<number | string>} its exit code, or the signal that ended it
 */
function exitCode(child, command) {
	return new Promise((resolve, reject) => {
		child.once('error', (error) => {
			reject(new ReadableError(`"${command}" could not be started: ${error.message}.`, '', { cause: error }));
		});
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
	});
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function commandLine(command, args) {
	return [command.split('/').at(-1), ...args].join(' ').slice(0, 200);
}
