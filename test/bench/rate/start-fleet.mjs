// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';
import { startEngine } from '../engine.mjs';

export const CONNECTION = 'sandbox';
const READY_MS = 60_000;

/**
 * A real Temporal, the sandbox with its limit, a gateway, and workers that share one key: each a process of its own.
 * @param {object} options
 * @param {string} options.folder databases and logs; created
 * @param {string} options.temporalBinary
 * @param {import('../engine.mjs').EngineKind} [options.engine] default: one process on SQLite, without fairness
 * @param {number} options.workers
 * @param {number} options.requestsPerMinute the sandbox's limit, and the connection's setting
 * @param {number} [options.clockFactor] of the sandbox; by default one training run outlasts every bench, so that a task
 *   that follows it goes on asking
 * @param {string[]} [options.callbackHosts] host:port of every n8n whose executions wait for tasks
 * @param {NodeJS.ProcessEnv} [options.sandboxEnv] more settings of the sandbox
 * @param {object} [options.settings] more sections of the configuration
 */
export async function startFleet({
	folder,
	temporalBinary,
	engine,
	workers,
	requestsPerMinute,
	clockFactor = 0.01,
	callbackHosts = [],
	sandboxEnv = {},
	settings = {},
}) {
	await mkdir(folder, { recursive: true });
	const secrets = { key: secret('ak_'), adminToken: secret(), token: secret() };
	const [port, sitePort, adminPort, gatewayPort] = await Promise.all(Array.from({ length: 4 }, freePort));
	const sandbox = { apiUrl: `http://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${adminPort}` };
	const configFile = join(folder, 'agent-knowledge.yaml');
	const temporal = await startTemporal({ engine, binary: temporalBinary, folder });
	const config = {
		temporal: { address: temporal.address, namespace: 'agent-knowledge', fairness: engine !== undefined },
		gateway: { port: gatewayPort, tokens: [{ name: 'bench', token: secrets.token }], callbackHosts },
		connections: { [CONNECTION]: { baseUrl: sandbox.apiUrl, apiKey: secrets.key, requestsPerMinute } },
		blobs: { directory: join(folder, 'blobs') },
		encryption: { current: 'bench', keys: [{ id: 'bench', secret: randomBytes(32).toString('base64') }] },
		...settings,
	};
	// JSON is YAML.
	await writeFile(configFile, JSON.stringify(config), { mode: 0o600 });

	/** @type {Array<{ stop: () => Promise<void> }>} */
	const started = [temporal];
	const stop = async () => {
		for (const service of started.toReversed()) await service.stop();
	};
	/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
	const start = async (name, args, env = {}) => {
		const service = await startService({
			name,
			command: process.execPath,
			args,
			cwd: workspaceRoot,
			env: { ...process.env, ...env },
			logFile: join(folder, `${name}.log`),
		});
		started.push(service);
		await service.firstLine('it was ready', (line) => (READY.test(line) ? line : null), READY_MS);
		return service.pid;
	};
	/** @type {number[]} */
	const workerPids = [];
	/** Temporal's own metrics of each worker. @type {string[]} */
	const workerMetrics = [];
	let gatewayPid = 0;
	try {
		await start('sandbox', ['sandbox/dist/main.js'], {
			SANDBOX_PORT: String(port),
			SANDBOX_SITE_PORT: String(sitePort),
			SANDBOX_ADMIN_PORT: String(adminPort),
			SANDBOX_ADMIN_TOKEN: secrets.adminToken,
			SANDBOX_SEED_KEY: secrets.key,
			SANDBOX_DATA_DIR: join(folder, 'sandbox'),
			SANDBOX_RATE_LIMIT: String(requestsPerMinute),
			SANDBOX_CLOCK_FACTOR: String(clockFactor),
			...sandboxEnv,
		});
		const cli = ['worker/dist/cli.js'];
		for (let number = 1; number <= workers; number += 1) {
			const metricsAddress = `127.0.0.1:${await freePort()}`;
			// As the image and the systemd unit start it.
			const env = { AGENT_KNOWLEDGE_TELEMETRY_METRICS_ADDRESS: metricsAddress, MALLOC_ARENA_MAX: '2' };
			workerPids.push(await start(`worker-${number}`, [...cli, 'worker', '--config', configFile], env));
			workerMetrics.push(`http://${metricsAddress}/metrics`);
		}
		const operations = { AGENT_KNOWLEDGE_TELEMETRY_GATEWAY_ADDRESS: '127.0.0.1:0' };
		gatewayPid = await start('gateway', [...cli, 'gateway', '--config', configFile], operations);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		gateway: { url: `http://127.0.0.1:${gatewayPort}`, token: secrets.token },
		sandbox: { ...sandbox, adminToken: secrets.adminToken, apiKey: secrets.key },
		workerPids,
		gatewayPid,
		temporalPids: temporal.pids,
		workerMetrics,
		temporal: config.temporal,
		stop,
	};
}

const READY = /"ready":true|"msg":"ready"/;

/** @param {{ engine: import('../engine.mjs').EngineKind | undefined, binary: string, folder: string }} options */
async function startTemporal({ engine, binary, folder }) {
	if (engine !== undefined) return startEngine(engine, folder);
	const { address, pid, stop } = await startTemporalServer({
		binary,
		port: await freePort(),
		uiPort: null,
		databaseFile: join(folder, 'temporal.db'),
		logFile: join(folder, 'temporal.log'),
	});
	return { address, pids: { temporal: pid }, stop };
}

function secret(prefix = '') {
	return prefix + randomBytes(24).toString('hex');
}
