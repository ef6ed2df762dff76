// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { CHECKOUT } from './bare-root.mjs';

/**
 * Mounts and processes have their own namespaces, so they end with the command. The shell stays the first process and
 * adopts orphaned processes, as the first process of any machine does.
 */
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child'];
const INSIDE = `
	mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" &&
	chroot "$ROOT" /usr/bin/env -i "$@"; exit $?`;
/** Runs inside; the environment of this machine stays outside. */
const IN_CHECKOUT = ['/bin/sh', '-c', `cd ${CHECKOUT} && exec "$@"`, 'sh'];

/**
 * @typedef {object} Ended
 * @property {number} code
 * @property {string[]} lines all that it printed
 * @property {number} seconds
 */

/**
 * Runs a command in the clone inside a bare root.
 * @param {import('./bare-root.mjs').BareRoot} root
 * @param {string[]} command
 * @param {object} options
 * @param {string} options.logFile what it prints
 * @param {NodeJS.ProcessEnv} [options.env] beside the root's own
 * @param {boolean} [options.offline] without any network
 * @param {(line: string, interrupt: () => void) => void} [options.onLine] `interrupt` is a Ctrl-C
 * @returns {Promise<Ended>}
 */
export async function runInRoot(root, command, { logFile, env = {}, offline = false, onLine }) {
	await mkdir(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile, { flags: 'a' });
	const began = Date.now();
	const variables = Object.entries({ ...root.env, ...env }).map(([name, value]) => `${name}=${value ?? ''}`);
	const namespaces = offline ? [...NAMESPACES, '--net'] : NAMESPACES;
	const child = spawn('unshare', [...namespaces, 'sh', '-c', INSIDE, 'sh', ...variables, ...IN_CHECKOUT, ...command], {
		env: { ...process.env, ROOT: root.folder },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	// Signals the whole group, as a terminal does.
	const interrupt = () => {
		if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
	};
	/** @type {string[]} */
	const lines = [];
	for (const stream of [child.stdout, child.stderr]) {
		createInterface(stream).on('line', (line) => {
			log.write(`${line}\n`);
			lines.push(line);
			onLine?.(line, interrupt);
		});
	}
	const code = await endOf(child);
	log.end();
	return { code, lines, seconds: (Date.now() - began) / 1000 };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
function endOf(child) {
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}
