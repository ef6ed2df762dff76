// @ts-check
import { parseJson } from '../../json.mjs';

/** How often each part of the server reads the namespaces again. */
export const NAMESPACE_REFRESH_MS = 1_000;

const SERVICES = ['frontend', 'history', 'matching', 'worker'];

/**
 * The configuration of a whole server in one process, on SQLite in memory.
 * Source: `config/development-sqlite.yaml` in the server's module.
 * @param {object} options
 * @param {readonly number[]} options.ports eight free ones; the first is the frontend's
 * @param {string} options.dynamicFile
 * @param {string} options.logLevel
 */
export function serverConfig({ ports, dynamicFile, logLevel }) {
	const sql = {
		pluginName: 'sqlite',
		databaseName: 'default',
		connectAddr: 'localhost',
		connectProtocol: 'tcp',
		connectAttributes: { mode: 'memory', cache: 'private' },
		maxConns: 1,
		maxIdleConns: 1,
		maxConnLifetime: '24h',
	};
	/** @type {Record<string, object>} */
	const services = {};
	for (const [at, name] of SERVICES.entries()) {
		const [grpcPort, membershipPort] = [ports[at], ports[SERVICES.length + at]];
		services[name] = { rpc: { grpcPort, membershipPort, bindOnLocalHost: true } };
	}
	return {
		log: { stdout: true, level: logLevel },
		persistence: {
			defaultStore: 'sqlite',
			visibilityStore: 'sqlite',
			numHistoryShards: 1,
			datastores: { sqlite: { sql } },
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
					rpcAddress: `127.0.0.1:${ports[0]}`,
				},
			},
		},
		dcRedirectionPolicy: { policy: 'noop' },
		dynamicConfigClient: { filepath: dynamicFile, pollInterval: '10s' },
	};
}

/**
 * @param {readonly string[]} settings each `key=value`, the value as JSON
 * @returns {Record<string, { value: unknown }[]>}
 */
export function dynamicConfig(settings) {
	/** @type {Record<string, { value: unknown }[]>} */
	const config = {
		'system.namespaceCacheRefreshInterval': [{ value: `${NAMESPACE_REFRESH_MS}ms` }],
		// As in the dev server: what is read more often needs a higher limit.
		'system.forceSearchAttributesCacheRefreshOnRead': [{ value: true }],
		'frontend.persistenceMaxQPS': [{ value: 10_000 }],
		'history.persistenceMaxQPS': [{ value: 45_000 }],
	};
	for (const setting of settings) {
		const [key = '', value = ''] = setting.split('=');
		config[key] = [{ value: parseJson(value) }];
	}
	return config;
}
