// @ts-check
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { findTemporalServer } from '../../scripts/temporal/find-server.mjs';
import { findOfRelease, NEWEST_SERVER, OLDEST_SERVER, serverProgram } from '../../scripts/temporal/server-programs.mjs';
import { startTemporalServer } from '../../scripts/temporal/start-server.mjs';
import { importTypeScript } from '../support/bundle-program.mjs';

/** @typedef {'dev' | 'oldest' | 'newest'} EngineKind one process on SQLite, or a cluster on PostgreSQL of that release */

/**
 * A Temporal server with fairness.
 * @typedef {object} Engine
 * @property {string} kind
 * @property {string} address host:port
 * @property {Record<string, number>} pids of its processes, by name
 * @property {() => Promise<void>} stop
 */

/**
 * @param {EngineKind} kind
 * @param {string} folder for databases and logs
 * @returns {Promise<Engine>}
 */
export function startEngine(kind, folder) {
	return kind === 'dev' ? startSingle(folder) : startCluster(kind, folder);
}

/**
 * What `--cluster` asks for. Ends the program for what is neither release.
 * @param {string | undefined} cluster
 * @returns {'oldest' | 'newest' | undefined}
 */
export function askedCluster(cluster) {
	if (cluster === undefined || cluster === 'oldest' || cluster === 'newest') return cluster;
	console.error('--cluster takes oldest or newest. Without it, Temporal is one process.');
	return process.exit(2);
}

/**
 * The program of an engine, which prints its release.
 * @param {EngineKind} kind
 * @returns {Promise<string>} its path
 */
export function programOf(kind) {
	if (kind === 'dev') return findTemporalServer({ cache: cacheFolder() });
	return findOfRelease(serverProgram(kind === 'oldest' ? OLDEST_SERVER : NEWEST_SERVER), { cache: cacheFolder() });
}

/** @param {string} folder @returns {Promise<Engine>} */
async function startSingle(folder) {
	const binary = await programOf('dev');
	const server = await startTemporalServer({
		binary,
		port: await freePort(),
		uiPort: null,
		databaseFile: join(folder, 'temporal.db'),
		logFile: join(folder, 'temporal.log'),
	});
	const { address, pid, stop } = server;
	return { kind: 'one process on SQLite', address, pids: { temporal: pid }, stop };
}

/** @param {'oldest' | 'newest'} release @param {string} folder @returns {Promise<Engine>} */
async function startCluster(release, folder) {
	const { TemporalCluster } = /** @type {typeof import('../support/cluster/temporal-cluster.js')} */ (
		await importTypeScript(new URL('../support/cluster/temporal-cluster.ts', import.meta.url))
	);
	const cluster = await TemporalCluster.start(release, join(folder, 'temporal'));
	/** @type {Record<string, number>} */
	const pids = {};
	for (const [name, { pid }] of Object.entries(cluster.services)) pids[`temporal-${name}`] = pid;
	const { address } = cluster;
	return { kind: 'four processes on PostgreSQL', address, pids, stop: () => cluster.stop() };
}
