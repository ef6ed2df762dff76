// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startService } from '../processes/service.mjs';
import { waitUntil } from '../processes/wait-until.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { keepFor, NAMESPACE } from './namespace.mjs';

/** The search attributes of design part 5; all of type Keyword. */
export const SEARCH_ATTRIBUTES = ['AkTask', 'AkConnection', 'AkAgent', 'AkStage', 'AkRetryOf', 'AkSubscription'];

/**
 * A queue's dispatch limit holds exactly only with one partition a queue. Priorities need the new matcher, which is the
 * default since 1.31: it is set for an older server on the PATH.
 * @type {Record<string, string>}
 */
export const DYNAMIC_CONFIG = {
	'matching.useNewMatcher': 'true',
	'matching.numTaskqueueReadPartitions': '1',
	'matching.numTaskqueueWritePartitions': '1',
	// One queue holds the calls of all connections (docs/scale.md). Without this, server 1.32 paces only calls that it has
	// in memory, 1,000 of a priority.
	'matching.enableFairness': 'true',
	'matching.fairnessKeyRateLimitCacheSize': '5000',
};

/** Flushed to the disk at every commit: what the server has accepted survives a power cut. */
const SQLITE_PRAGMAS = ['journal_mode=WAL', 'synchronous=full'];

/**
 * @typedef {import('../processes/service.mjs').Service & { address: string, uiUrl: string | null, namespace: string }} TemporalServer
 */

/**
 * Starts a real Temporal server on one SQLite file and waits until it responds, with our namespace kept for 30 days.
 * @param {object} options
 * @param {string} options.binary the `temporal` program
 * @param {number} options.port
 * @param {number | null} options.uiPort null for no web pages
 * @param {string} options.databaseFile its folder is created
 * @param {string} options.logFile
 * @param {string} [options.namespace]
 * @param {Record<string, string>} [options.dynamicConfig] further settings of the server
 * @param {AbortSignal} [options.signal] ends the waiting, and then the server
 * @returns {Promise<TemporalServer>}
 */
export async function startTemporalServer({
	binary,
	port,
	uiPort,
	databaseFile,
	logFile,
	namespace = NAMESPACE,
	dynamicConfig = {},
	signal,
}) {
	const settings = { ...DYNAMIC_CONFIG, ...dynamicConfig };
	await mkdir(dirname(databaseFile), { recursive: true });
	const service = await startService({
		name: 'Temporal',
		command: binary,
		args: [
			...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--db-filename', databaseFile],
			...['--namespace', namespace, '--log-level', 'warn'],
			...(uiPort === null ? ['--headless'] : ['--ui-port', `${uiPort}`]),
			...SQLITE_PRAGMAS.flatMap((pragma) => ['--sqlite-pragma', pragma]),
			...Object.entries(settings).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]),
			...SEARCH_ATTRIBUTES.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
		],
		logFile,
		signal,
	});
	const address = `127.0.0.1:${port}`;
	try {
		await service.whileRunning('it responded', answers({ binary, address }));
		await keepFor({ binary, address, namespace });
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, address, uiUrl: uiPort === null ? null : `http://127.0.0.1:${uiPort}`, namespace };
}

/** @param {{ binary: string, address: string }} server */
async function answers({ binary, address }) {
	await waitUntil(`Temporal at ${address}`, () =>
		runCommand(binary, ['operator', 'cluster', 'health', '--address', address], { timeoutMs: 5_000 }),
	);
}
