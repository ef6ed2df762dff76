// @ts-check
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { ReadableError } from '../readable-error.mjs';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): one of those may be taken between the
 * choice of a port and the start of its server.
 */
const PORTS = /** @type {const} */ ([20_000, 32_000]);
const TRIES = 100;

/**
 * A port of this machine that nothing listens on now.
 * @returns {Promise<number>}
 */
export async function freePort() {
	for (let left = TRIES; left > 0; left -= 1) {
		const port = randomInt(...PORTS);
		if (await isPortFree(port)) return port;
	}
	throw new ReadableError(`This machine has no free port from ${PORTS[0]} to ${PORTS[1]}.`);
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
