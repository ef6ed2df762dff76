// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadableError } from '../readable-error.mjs';
import { aborted } from './aborted.mjs';
import { stopGroup } from './kill-group.mjs';
import { lastLines } from './last-lines.mjs';
import { printableLine } from './printable-line.mjs';

/** Time for the last lines of a service that has ended to reach its log. What it started may hold its output open. */
const LOGGED_MS = 500;

/** Twice: after a stall of this process, the first time is up before the lines are read. */
async function isLate() {
	for (const ms of [LOGGED_MS, LOGGED_MS]) await sleep(ms, undefined, { ref: false });
}

/**
 * @typedef {object} ServiceOptions
 * @property {string} name what it is called in messages, e.g. `sandbox`
 * @property {string} command
 * @property {string[]} args
 * @property {string} logFile what it prints is appended here, each line with the time
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; by default ours
 * @property {NodeJS.Signals} [stopSignal] signal for a stop. Default: SIGTERM
 * @property {AbortSignal} [signal] ends every wait for it; the waiting code then stops it
 * @property {number} [graceMs] time for a stop before it is killed. Default: 10 s
 */

/**
 * A child process that runs until it is stopped. It leads its own process group, so that Ctrl-C in the terminal does
 * not reach it directly, and its children end with it.
 * @typedef {object} Service
 * @property {string} name
 * @property {number} pid
 * @property {string} logFile
 * @property {Promise<string>} exited resolves when it has ended and its log has its last lines, with `code 1` or
 *   `signal SIGKILL`. A log that something else still writes to delays it by a second at most
 * @property {() => boolean} isRunning
 * @property {<T>(what: string, read: (line: string) => T | null, timeoutMs: number) => Promise<T>} firstLine
 *   the first line it prints for which `read` does not return null; rejects if the service ends first or the time is up
 * @property {<T>(what: string, work: Promise<T>) => Promise<T>} whileRunning waits for `work`; rejects when the
 *   service ends first
 * @property {() => Promise<void>} stop ends it and all it started; may be called twice
 */

/**
 * @param {ServiceOptions} options
 * @returns {Promise<Service>}
 */
export async function startService({ name, command, args, logFile, cwd, env, stopSignal, graceMs, signal }) {
	await mkdir(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile, { flags: 'a' });
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	/** @type {Set<(line: string) => void>} */
	const readers = new Set();
	for (const stream of [child.stdout, child.stderr]) {
		createInterface(stream).on('line', (line) => {
			log.write(`${new Date().toISOString()} ${printableLine(line)}\n`);
			for (const read of readers) read(line);
		});
	}
	const pid = await started(child, name);

	/** @type {Promise<void>} */
	const logged = new Promise((resolve) => log.once('close', resolve));
	/** @type {Promise<string>} */
	const exited = new Promise((resolve) => {
		child.once('exit', (code, signal) => {
			const how = signal ? `signal ${signal}` : `code ${code}`;
			void Promise.race([logged, isLate()]).then(() => resolve(how));
		});
	});
	child.once('close', () => log.end());

	/** @type {Service['whileRunning']} */
	const whileRunning = (what, work) =>
		Promise.race([
			work,
			exited.then((how) => failure(`${name} ended (${how}) before ${what}.`, logFile)),
			...(signal ? [aborted(signal)] : []),
		]);

	/** @type {Promise<void> | undefined} */
	let stopping;
	return {
		name,
		pid,
		logFile,
		exited,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		whileRunning,
		firstLine: (what, read, timeoutMs) =>
			whileRunning(what, firstLine({ name, what, read, timeoutMs, readers, logFile })),
		stop: () => (stopping ??= stopGroup(pid, { signal: stopSignal, graceMs })),
	};
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} name
 * @returns {Promise<number>} its process id
 */
function started(child, name) {
	return new Promise((resolve, reject) => {
		child.once('spawn', () => resolve(/** @type {number} */ (child.pid)));
		child.once('error', (error) => {
			reject(new ReadableError(`${name} could not be started: ${error.message}.`, '', { cause: error }));
		});
	});
}

/**
 * @template T
 * @param {object} wait
 * @param {string} wait.name
 * @param {string} wait.what
 * @param {(line: string) => T | null} wait.read
 * @param {number} wait.timeoutMs
 * @param {Set<(line: string) => void>} wait.readers
 * @param {string} wait.logFile
 * @returns {Promise<T>}
 */
function firstLine({ name, what, read, timeoutMs, readers, logFile }) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			readers.delete(reader);
			failure(`After ${timeoutMs / 1000} s, ${name} has not reported that ${what}.`, logFile).catch(reject);
		}, timeoutMs).unref();
		/** @param {string} line */
		const reader = (line) => {
			const value = read(line);
			if (value === null) return;
			clearTimeout(timer);
			readers.delete(reader);
			resolve(value);
		};
		readers.add(reader);
	});
}

/**
 * @param {string} message
 * @param {string} logFile
 * @returns {Promise<never>}
 */
async function failure(message, logFile) {
	const lines = await lastLines(logFile);
	throw new ReadableError([message, ...lines].join('\n'), `See ${logFile} for its full output.`);
}
