// @ts-check
import { createServer } from 'node:net';
import { ReadableError } from '../readable-error.mjs';

/**
 * A port of this machine that nothing listens on now.
 * @returns {Promise<number>}
 */
export async function freePort() {
	const server = createServer();
	await listening(server, 0);
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new ReadableError('This machine has no free port.');
	return address.port;
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
