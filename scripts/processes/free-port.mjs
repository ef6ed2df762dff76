// @ts-check
import { randomInt } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasCode, ReadableError } from '../readable-error.mjs';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): one of those may be taken between the
 * choice of a port and the start of its server. Temporal's cluster also stores some of its ports as a `smallint`.
 */
const PORTS = /** @type {const} */ ([20_000, 32_000]);
const TRIES = 100;

/** A server may start minutes after its port was chosen, so that all processes note their choices here. */
const CHOSEN = path.join(tmpdir(), `agent-knowledge-ports-${process.getuid?.() ?? ''}`);
const CHOSEN_FOR_MS = 10 * 60_000;

/**
 * A port of this machine that nothing listens on now, and that no process of this user was given in the last 10 minutes.
 * @returns {Promise<number>}
 */
export async function freePort() {
	await mkdir(CHOSEN, { recursive: true });
	for (let left = TRIES; left > 0; left -= 1) {
		const port = randomInt(...PORTS);
		if ((await choose(port)) && (await isPortFree(port))) return port;
	}
	throw new ReadableError(`This machine has no free port from ${PORTS[0]} to ${PORTS[1]}.`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} false if it was given already
 */
async function choose(port) {
	const file = path.join(CHOSEN, `${port}`);
	try {
		await writeFile(file, '', { flag: 'wx' });
		return true;
	} catch (error) {
		if (!hasCode(error, 'EEXIST')) throw error;
		const { mtimeMs } = await stat(file);
		if (Date.now() - mtimeMs < CHOSEN_FOR_MS) return false;
		await utimes(file, new Date(), new Date());
		return true;
	}
}

/**
 * Whether a port can be listened on at 127.0.0.1.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port) {
	const server = createServer();
	try {
		await listening(server, port);
		return true;
	} catch {
		return false;
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}

/**
 * @param {import('node:net').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
function listening(server, port) {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve());
	});
}
