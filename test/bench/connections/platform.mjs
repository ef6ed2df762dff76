// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';

/** @typedef {Awaited<ReturnType<typeof startPlatform>>} Platform */

const NAMESPACE = 'agent-knowledge';
const READY = /"msg":"ready"/;
const READY_MS = 120_000;

/**
 * Workers and a gateway, each a process of its own, with the connections in a folder of files.
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.temporalAddress
 * @param {string} options.serviceUrl
 * @param {number} options.workers
 * @param {import('./connections-plan.mjs').Planned[]} options.connections
 */
export async function startPlatform({ folder, temporalAddress, serviceUrl, workers, connections }) {
	const connectionsFolder = join(folder, 'connections');
	await mkdir(connectionsFolder, { recursive: true });
	for (const { name, requestsPerMinute } of connections)
		await writeFile(
			join(connectionsFolder, `${name}.json`),
			JSON.stringify({ baseUrl: serviceUrl, apiKey: name, requestsPerMinute }),
		);
	const [gatewayPort, token] = [await freePort(), randomBytes(24).toString('hex')];
	const configFile = join(folder, 'agent-knowledge.yaml');
	const config = {
		temporal: { address: temporalAddress, namespace: NAMESPACE, fairness: true },
		gateway: { port: gatewayPort, tokens: [{ name: 'bench', token }] },
		connectionsFolder,
		blobs: { directory: join(folder, 'blobs') },
		encryption: { current: 'bench', keys: [{ id: 'bench', secret: randomBytes(32).toString('base64') }] },
	};
	// JSON is YAML.
	await writeFile(configFile, JSON.stringify(config), { mode: 0o600 });

	/** @type {import('../../../scripts/processes/service.mjs').Service[]} */
	const started = [];
	const stop = async () => {
		await Promise.all(started.map((service) => service.stop()));
	};
	/** @param {string} command @param {string} name @param {NodeJS.ProcessEnv} env */
	const start = async (command, name, env) => {
		const service = await startService({
			name,
			command: process.execPath,
			cwd: workspaceRoot,
			logFile: join(folder, `${name}.log`),
			args: ['worker/dist/cli.js', command, '--config', configFile],
			env: { ...process.env, ...env },
		});
		started.push(service);
		await service.firstLine('it was ready', (line) => (READY.test(line) ? line : null), READY_MS);
		return service.pid;
	};
	try {
		const metrics = [];
		const workerPids = [];
		for (let number = 1; number <= workers; number += 1) {
			const address = `127.0.0.1:${await freePort()}`;
			metrics.push(`http://${address}/metrics`);
			const env = { AGENT_KNOWLEDGE_TELEMETRY_METRICS_ADDRESS: address };
			workerPids.push(await start('worker', `worker-${number}`, env));
		}
		const env = { AGENT_KNOWLEDGE_TELEMETRY_GATEWAY_ADDRESS: '127.0.0.1:0' };
		const gatewayPid = await start('gateway', 'gateway', env);
		const gateway = { url: `http://127.0.0.1:${gatewayPort}`, token };
		return { gateway, workerPids, workerMetrics: metrics, gatewayPid, namespace: NAMESPACE, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
