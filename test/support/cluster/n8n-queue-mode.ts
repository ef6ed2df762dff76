import { randomBytes } from 'node:crypto';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type N8nParts, prepareN8n } from '../stack/start-n8n-with-packages';
import type { StackProcess } from '../stack/stack-process';
import { startN8nBalancer } from './balancer';
import { n8nProcess, type N8nProcessOptions, startN8nDatabase } from './n8n-process';
import { startRedis } from './redis';

const WORKERS = 2;

/** What an operator sets for each process of n8n, beside its database, Redis and addresses. */
const QUEUE_SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// Webhooks and resume URLs belong to the webhook process alone.
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	// Executions that no queue has are marked as crashed after so many minutes. n8n's default: 180.
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	// How long Redis may be unavailable before each process of n8n ends, in milliseconds. n8n's default: 10,000.
	QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '30000',
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	N8N_PROXY_HOPS: '1',
} as const;

export interface N8nQueueModeOptions {
	/** For databases and logs. */
	folder: string;
	/** The port of the address that callbacks go to. */
	port: number;
	sandbox: { apiUrl: string; apiKey: string };
	gateway: { url: string; token: string };
}

/** n8n in queue mode, as an operator runs it: each part a process of its own, on a machine of its own. */
export interface N8nQueueMode extends N8nParts {
	/** Of the balancer. */
	url: string;
	main: StackProcess;
	webhook: StackProcess;
	workers: readonly StackProcess[];
	redis: StackProcess;
	/** Starts what ended with another part, as an operator's supervisor does. */
	startEnded(): Promise<void>;
	stop(): Promise<void>;
}

/** Main, a webhook process and two workers behind HAProxy, with Redis and PostgreSQL. */
export async function startN8nQueueMode(options: N8nQueueModeOptions): Promise<N8nQueueMode> {
	const { folder, port, sandbox, gateway } = options;
	const installation = await installN8n({ cache: cacheFolder() });
	const encryptionKey = randomBytes(24).toString('hex');
	const url = `http://127.0.0.1:${port}`;
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const part of started.toReversed()) await part.stop();
	};
	try {
		const database = await startN8nDatabase();
		started.push(database.cluster);
		const redis = await startRedis(folder);
		started.push(redis.process);
		const settings = {
			...QUEUE_SETTINGS,
			...database.settings,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: `${redis.port}`,
			WEBHOOK_URL: `${url}/`,
			N8N_EDITOR_BASE_URL: `${url}/`,
		};
		const part = (name: string, command: N8nProcessOptions['command'], own: number) =>
			n8nProcess({ folder, name, command, installation, encryptionKey, port: own, settings });
		const ports = { main: await freePort(), webhook: await freePort() };
		started.push(await startN8nBalancer(folder, port, ports));
		const main = await part('n8n-main', 'start', ports.main);
		const webhook = await part('n8n-webhook', 'webhook', ports.webhook);
		const workers: StackProcess[] = [];
		for (let each = 1; each <= WORKERS; each++)
			workers.push(await part(`n8n-worker-${each}`, 'worker', await freePort()));
		const processes = [main, webhook, ...workers];
		started.push(...processes);
		// The first one makes the tables that all of them read.
		await main.start();
		await Promise.all(processes.map((each) => each.start()));
		return {
			...(await prepareN8n({ sandbox, gateway }, url)),
			url,
			main,
			webhook,
			workers,
			redis: redis.process,
			stop,
			startEnded: async () => {
				await Promise.all(processes.map((each) => each.start()));
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
