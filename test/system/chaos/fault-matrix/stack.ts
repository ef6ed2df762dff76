import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { startService } from '../../../../scripts/processes/service.mjs';
import { textAt } from '../../../../scripts/json.mjs';
import type { SettingsValues } from '../../../../sandbox/runtime/settings';
import { startS3 } from '../../../parts/integration/blobs/start-s3';
import { startBalancer } from '../../../support/cluster/balancer';
import type { Release } from '../../../support/cluster/temporal-cluster';
import { StackProcess } from '../../../support/stack/stack-process';
import type { Stack } from '../../../support/stack/start-stack';
import { type Engine, startServices, startSingleServer } from './engine';
import { BucketProxy } from './held-bucket';
import { HeldChunk, type HeldFile } from './held-chunk';
import type { Programs } from './programs';

/** Times to settle and polls, scaled together with the sandbox's clock. Milliseconds. */
export const TIMING = { settleMs: 3_000, pollMinMs: 1_000, pollMaxMs: 2_000 };
/** A slow agent's page of 1,000 s of this clock takes one of ours. */
const CLOCK_FACTOR = 1_000;
/** Hundreds of tasks look at the same time: their connection is not what is tested. Calls a minute. */
const WIDE = 100_000;
/** That of leads is paced: its limit must hold under every fault. Calls a minute. */
export const PACED = 600;

/** The names of the hooks, by what they do with a message. */
export const HOOKS = { atOnce: 'publish', quiet: 'publish-quietly' } as const;

export type EndedRun = SettingsValues['endedRun'];

export interface MatrixStack {
	sandbox: Stack['sandbox'];
	gatewayUrl: string;
	token: string;
	/** With which senders sign their messages to the hooks. */
	hookSecret: string;
	engine: Engine;
	/** Holds the making of an export's file. @param aside a path that is free @returns null when no chunk is there yet */
	holdFile: (taskId: string, aside: string, kind?: string) => Promise<HeldFile | null>;
	/** What the next start of a worker or a gateway runs. */
	programs: Programs;
	workers: readonly StackProcess[];
	gateways: readonly StackProcess[];
	/** `paced` is the id of the key of the connection of leads. */
	keys: { wide: string; paced: string };
	stop(): Promise<void>;
}

export interface MatrixStackOptions {
	folder: string;
	programs: Programs;
	destinations: Record<string, object>;
	/** host:port of the receivers of events and callbacks. */
	receivers: string[];
	/** Whether the sandbox shows a training run that has ended. */
	endedRun: EndedRun;
	/** Temporal as a cluster, and what an operator has beside it. Default: one process, two workers and one gateway. */
	cluster?: Release | undefined;
}

/** Sandbox, Temporal, workers and gateways, each a process of its own. */
export async function startMatrixStack(options: MatrixStackOptions): Promise<MatrixStack> {
	const { folder, programs, destinations, receivers, endedRun, cluster } = options;
	const hex = () => randomBytes(24).toString('hex');
	const secrets = { apiKey: `ak_${hex()}`, adminToken: hex(), token: hex(), hook: hex() };
	const [port = 0, sitePort = 0, adminPort = 0, publicPort = 0] = await Promise.all(
		Array.from({ length: 4 }, freePort),
	);
	const log = (name: string) => join(folder, `${name}.log`);
	const databaseFile = join(folder, 'sandbox', 'sandbox.db');
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const part of started.toReversed()) await part.stop();
	};
	try {
		const sandbox = await startService({
			name: 'The sandbox',
			command: process.execPath,
			args: [programs.sandbox],
			logFile: log('sandbox'),
			env: {
				...process.env,
				SANDBOX_PORT: `${port}`,
				SANDBOX_SITE_PORT: `${sitePort}`,
				SANDBOX_ADMIN_PORT: `${adminPort}`,
				SANDBOX_SMTP_PORT: '0',
				SANDBOX_RATE_LIMIT: 'none',
				SANDBOX_CLOCK_FACTOR: `${CLOCK_FACTOR}`,
				SANDBOX_ADMIN_TOKEN: secrets.adminToken,
				SANDBOX_SEED_KEY: secrets.apiKey,
				SANDBOX_DATA_DIR: join(folder, 'sandbox'),
				SANDBOX_ENDED_RUN: endedRun,
			},
		});
		started.push(sandbox);
		const ready: unknown = await sandbox.firstLine('it was ready', readyLine, 60_000);
		const [apiUrl, siteUrl, adminUrl] = [textAt(ready, 'apiUrl'), textAt(ready, 'siteUrl'), textAt(ready, 'adminUrl')];
		const paced = await newKey(adminUrl, secrets.adminToken, 'paced', [
			'read:agents',
			'read:leads',
			'read:conversations',
		]);
		const trainer = await newKey(adminUrl, secrets.adminToken, 'trainer', ['read:sources', 'write:sources']);

		const engine = await (cluster === undefined ? startSingleServer(folder) : startServices(cluster, folder));
		started.push(engine);
		const { blobs, holdFile, stopBlobs } = await blobsOf(options);
		started.push({ stop: stopBlobs });
		const gatewayPorts = cluster === undefined ? [publicPort] : await Promise.all([freePort(), freePort()]);
		if (cluster !== undefined) started.push(await startBalancer(folder, publicPort, gatewayPorts));

		const hooks = hooksOf(secrets.hook);
		const config = {
			temporal: { address: engine.address, namespace: 'agent-knowledge', fairness: engine.fairness },
			gateway: {
				host: '127.0.0.1',
				callbackHosts: receivers,
				trustedProxies: ['127.0.0.1'],
				tokens: [{ name: 'matrix', token: secrets.token }],
			},
			connections: {
				wide: { baseUrl: apiUrl, apiKey: secrets.apiKey, requestsPerMinute: WIDE, labels: { matrix: 'wide' } },
				paced: { baseUrl: apiUrl, apiKey: paced.key, requestsPerMinute: PACED },
				untraced: { baseUrl: apiUrl, apiKey: trainer.key, requestsPerMinute: WIDE },
			},
			encryption: { current: 'matrix', keys: [{ id: 'matrix', secret: randomBytes(32).toString('base64') }] },
			timing: TIMING,
			blobs,
			telemetry: { gatewayAddress: '127.0.0.1:0' },
			events: { webhookHosts: receivers },
			destinations,
			hooks,
		};
		const programProcess = async (name: string, command: string, gatewayPort?: number) => {
			const file = join(folder, `${name}.yaml`);
			const gateway = { ...config.gateway, ...(gatewayPort === undefined ? {} : { port: gatewayPort }) };
			// JSON is YAML.
			await writeFile(file, JSON.stringify({ ...config, gateway }), { mode: 0o600 });
			return StackProcess.ofProgram(name, () => programs.worker, [command, '--config', file], {}, log(name));
		};
		const workers = await Promise.all(
			Array.from({ length: cluster === undefined ? 2 : 3 }, (_, index) =>
				programProcess(`worker-${index + 1}`, 'worker'),
			),
		);
		const gateways = await Promise.all(
			gatewayPorts.map((each, index) => programProcess(`gateway-${index + 1}`, 'gateway', each)),
		);
		started.push(...workers, ...gateways);
		await Promise.all([...workers, ...gateways].map((each) => each.start()));
		return {
			sandbox: { apiUrl, siteUrl, adminUrl, adminToken: secrets.adminToken, apiKey: secrets.apiKey, databaseFile },
			gatewayUrl: `http://127.0.0.1:${publicPort}`,
			token: secrets.token,
			hookSecret: secrets.hook,
			engine,
			programs,
			workers,
			gateways,
			holdFile,
			stop,
			keys: { wide: 'key_seed', paced: paced.id },
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Messages that start a retrain of the agent that they name, at once or after a quiet time. */
function hooksOf(secret: string) {
	const retrain = {
		signature: 'github',
		secrets: [secret],
		task: 'retrain-and-wait',
		connection: 'wide',
		fixed: { ifActive: 'wait', waitUntil: 'finished' },
		fields: { '/agentId': '/agent' },
	};
	return { [HOOKS.atOnce]: retrain, [HOOKS.quiet]: { ...retrain, quietSeconds: 1, longestDelaySeconds: 2 } };
}

/** Where workers and gateways keep pages and files: a folder, or a bucket where each has a machine of its own. */
async function blobsOf({ folder, cluster }: MatrixStackOptions) {
	if (cluster === undefined) {
		const directory = join(folder, 'blobs');
		return {
			blobs: { directory },
			holdFile: (taskId: string, aside: string, kind?: string) => HeldChunk.hold(directory, taskId, aside, kind),
			stopBlobs: () => Promise.resolve(),
		};
	}
	const server = await startS3();
	const { endpoint = '' } = server.bucket;
	const proxy = await BucketProxy.start(endpoint);
	return {
		blobs: { s3: { ...server.bucket, endpoint: proxy.url } },
		holdFile: (taskId: string, _aside: string, kind?: string) => Promise.resolve(proxy.hold(taskId, kind)),
		stopBlobs: async () => {
			await proxy.stop();
			await server.stop();
		},
	};
}

async function newKey(adminUrl: string, adminToken: string, name: string, scopes: string[]) {
	const response = await fetch(`${adminUrl}/keys`, {
		method: 'POST',
		headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ name, scopes }),
	});
	const made: unknown = await response.json();
	return { id: textAt(made, 'id'), key: textAt(made, 'key') };
}

function readyLine(line: string): unknown {
	return line.startsWith('{"ready":true') ? JSON.parse(line) : null;
}
