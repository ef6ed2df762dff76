// @ts-check
import { isPortFree } from '../../processes/free-port.mjs';
import { ReadableError } from '../../readable-error.mjs';

/**
 * @param {{ port: number, variable: string, title: string }[]} ports the purpose of each, and its variable
 * @returns {Promise<void>}
 * @throws {ReadableError} some are in use; the message names each, and how to change it
 */
export async function checkPorts(ports) {
	const free = await Promise.all(ports.map(({ port }) => isPortFree(port)));
	const taken = ports.filter((_, at) => !free[at]);
	if (taken.length === 0) return;
	const lines = taken.map(
		({ port, title, variable }) =>
			`Port ${port} (${title}) is in use. To use another port: ${variable}=${port + 10_000}`,
	);
	throw new ReadableError(
		lines.join('\n'),
		`Stop the programs that use ${taken.length === 1 ? 'it' : 'them'}, or start again with ${taken.length === 1 ? 'that variable' : 'those variables'} set in front of "npm start".`,
	);
}
