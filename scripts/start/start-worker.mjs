// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { checkoutNode } from '../build/checkout/checkout-node.mjs';
import { freePort } from '../processes/free-port.mjs';
import { startService } from '../processes/service.mjs';
import { waitUntil } from '../processes/wait-until.mjs';
import { writeConfig } from './worker-config.mjs';

/**
 * How a program is started: its own arguments come before those of the call.
 * @typedef {{ command: string, args: string[], cwd?: string }} Program
 */

/** @returns {Program} */
const built = () => ({ command: checkoutNode(), args: [join(workspaceRoot, 'worker', 'dist', 'cli.js')] });

/**
 * Starts the worker and the gateway in one process, or one of the two, and waits until it is ready.
 * @param {import('./worker-config.mjs').WorkerSettings & {
 *   configFile: string,
 *   logFile: string,
 *   command?: 'serve' | 'worker' | 'gateway',
 *   operationsPort?: number,
 *   program?: Program,
 *   signal?: AbortSignal,
 * }} options `command` is which of the two; default: `serve`, both. `configFile` is overwritten,
 * and a local file beside it is merged over it. `operationsPort` is that of metrics and readiness; default: any free one.
 * `program` is by default the one that the checkout builds. `signal` ends the waiting, and then the worker.
 * @returns {Promise<import('../processes/service.mjs').Service & { url: string }>}
 */
export async function startWorker({
	command = 'serve',
	configFile,
	logFile,
	operationsPort,
	program = built(),
	signal,
	...settings
}) {
	const operations = `127.0.0.1:${operationsPort ?? (await freePort())}`;
	await writeConfig(configFile, {
		...settings,
		[command === 'worker' ? 'workerAddress' : 'gatewayAddress']: operations,
	});
	const service = await startService({
		name: command === 'gateway' ? 'The gateway' : 'The worker',
		...program,
		args: [...program.args, command, '--config', configFile],
		logFile,
		signal,
		graceMs: 20_000,
	});
	const url = `http://127.0.0.1:${settings.port}`;
	try {
		await service.whileRunning(
			'it was ready',
			waitUntil(`${service.name} at ${url}`, () => isReady(`http://${operations}/readyz`)),
		);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, url };
}

/**
 * @param {string} readyUrl
 * @returns {Promise<true | null>}
 */
async function isReady(readyUrl) {
	const response = await fetch(readyUrl);
	if (!response.ok)
		throw new Error(`it responded with status ${response.status}: ${(await response.text()).slice(0, 300)}`);
	return true;
}
