import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { n8nEnvironment } from '../../../scripts/n8n/environment.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { n8nFilesFolder } from '../../../scripts/n8n/start-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { installedServer } from '../postgresql/installed-server';
import { startCluster } from '../postgresql/start-cluster';
import { type N8nParts, prepareN8n, unpackPackages } from '../stack/start-n8n-with-packages';
import { StackProcess } from '../stack/stack-process';
import { startN8nBalancer } from './balancer';
import { startRedis } from './redis';

/** The first start of the main process runs some hundred migrations. */
const READY_MS = 180_000;
const STOP_MS = 15_000;
const WORKERS = 2;
/** Jobs that one worker runs at a time. */
const CONCURRENCY = 10;

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
	DB_TYPE: 'postgresdb',
} as const;

/** The line by which each kind of process says that it is ready. */
const PROCESSES = {
	start: 'Editor is now accessible',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
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
		const database = await startCluster(await installedServer(), []);
		started.push(database);
		await database.database('n8n');
		const redis = await startRedis(folder);
		started.push(redis.process);
		const [databaseHost = '', databasePort = ''] = database.address.split(':');
		const shared = {
			...QUEUE_SETTINGS,
			...{ QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: `${redis.port}` },
			...{ DB_POSTGRESDB_HOST: databaseHost, DB_POSTGRESDB_PORT: databasePort },
			...{ DB_POSTGRESDB_DATABASE: 'n8n', DB_POSTGRESDB_USER: database.user },
			...{ WEBHOOK_URL: `${url}/`, N8N_EDITOR_BASE_URL: `${url}/` },
		};
		const part = async (name: string, command: keyof typeof PROCESSES, own: number) => {
			const userFolder = join(folder, name);
			await unpackPackages(userFolder, join(folder, 'packed'));
			const filesFolder = n8nFilesFolder(userFolder);
			await mkdir(filesFolder, { recursive: true });
			// A worker whose log outlives it marks executions as crashed at its start, though their jobs are still queued.
			const eventLog = join(folder, `${name}-events.log`);
			const env = n8nEnvironment({
				...{ userFolder, encryptionKey, port: own, brokerPort: await freePort() },
				filesFolder: await realpath(filesFolder),
				extra: { ...shared, QUEUE_HEALTH_CHECK_PORT: `${own}`, N8N_EVENTBUS_LOGWRITER_LOGFULLPATH: eventLog },
			});
			const args = [installation.cli, command, ...(command === 'worker' ? [`--concurrency=${CONCURRENCY}`] : [])];
			return new StackProcess(name, async () => {
				if (command === 'worker') await rm(eventLog, { force: true });
				return startPart(PROCESSES[command], {
					...{ name, command: installation.node, args, cwd: userFolder, env },
					...{ logFile: join(folder, `${name}.log`), graceMs: STOP_MS },
				});
			});
		};
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
			...{ url, main, webhook, workers, redis: redis.process, stop },
			startEnded: async () => {
				await Promise.all(processes.map((each) => each.start()));
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** A process that is not ready in time does not stay. */
async function startPart(ready: string, options: Parameters<typeof startService>[0]): Promise<Service> {
	const service = await startService(options);
	try {
		await service.firstLine('it was ready', (line) => (line.includes(ready) ? line : null), READY_MS);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return service;
}
