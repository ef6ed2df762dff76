// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.mjs';

/** The parts of a server. Each can be a process of its own. */
export const SERVICES = /** @type {const} */ (['frontend', 'history', 'matching', 'worker']);

/**
 * @typedef {typeof SERVICES[number]} ServiceName
 * @typedef {{ grpcPort: number, membershipPort: number }} ServicePorts
 * @typedef {Record<ServiceName, ServicePorts>} Ports
 *
 * @typedef {object} Persistence
 * @property {number} shards of the histories
 * @property {Record<string, unknown>} main the store of workflows, as the server's configuration has it
 * @property {Record<string, unknown>} visibility the store of lists and searches
 */

/**
 * Free ones for each part.
 * @returns {Promise<Ports>}
 */
export async function choosePorts() {
	const ports = async () => {
		return { grpcPort: await freePort(), membershipPort: await freePort() };
	};
	const [frontend, history, matching, worker] = await Promise.all([ports(), ports(), ports(), ports()]);
	return { frontend, history, matching, worker };
}

/**
 * Two databases of one PostgreSQL, for parts that are processes of their own.
 * Source: `config/development-postgres12.yaml` in the server's module.
 * @param {{ address: string, user: string, main: string, visibility: string }} databases `address` is host:port
 * @returns {Persistence}
 */
export function postgresql({ address, user, main, visibility }) {
	const store = (/** @type {string} */ databaseName) => ({
		pluginName: 'postgres12',
		databaseName,
		connectAddr: address,
		connectProtocol: 'tcp',
		user,
		maxConns: 20,
		maxIdleConns: 20,
		maxConnLifetime: '1h',
	});
	return { shards: 4, main: store(main), visibility: store(visibility) };
}

/**
 * Writes a server's configuration. All parts of one server read the same.
 * @param {object} options
 * @param {string} options.folder must exist
 * @param {Ports} options.ports
 * @param {Persistence} options.persistence
 * @param {string} options.logLevel
 * @param {string} options.dynamicFile the settings that a running server reads again
 * @returns {Promise<string[]>} the server's options that name the configuration; every release has them
 */
export async function writeServerConfig({ folder, ...config }) {
	const place = join(folder, 'config');
	await mkdir(place, { recursive: true });
	// JSON is YAML too.
	await writeFile(join(place, 'server.yaml'), JSON.stringify(serverConfig(config)));
	return ['--root', folder, '--config', 'config', '--env', 'server', '--allow-no-auth'];
}

/** @param {{ ports: Ports, persistence: Persistence, dynamicFile: string, logLevel: string }} options */
function serverConfig({ ports, persistence, dynamicFile, logLevel }) {
	/** @type {Record<string, object>} */
	const services = {};
	for (const name of SERVICES) services[name] = { rpc: { ...ports[name], bindOnLocalHost: true } };
	return {
		log: { stdout: true, level: logLevel },
		persistence: {
			defaultStore: 'main',
			visibilityStore: 'visibility',
			numHistoryShards: persistence.shards,
			datastores: { main: { sql: persistence.main }, visibility: { sql: persistence.visibility } },
		},
		global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
		services,
		clusterMetadata: {
			enableGlobalNamespace: false,
			failoverVersionIncrement: 10,
			masterClusterName: 'active',
			currentClusterName: 'active',
			clusterInformation: {
				active: {
					enabled: true,
					initialFailoverVersion: 1,
					rpcName: 'frontend',
					rpcAddress: `127.0.0.1:${ports.frontend.grpcPort}`,
				},
			},
		},
		dcRedirectionPolicy: { policy: 'noop' },
		dynamicConfigClient: { filepath: dynamicFile, pollInterval: '10s' },
	};
}
