import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { n8nEnvironment } from '../../../scripts/n8n/environment.mjs';
import type { N8nInstallation } from '../../../scripts/n8n/installation.mjs';
import { n8nFilesFolder } from '../../../scripts/n8n/start-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { installedServer } from '../postgresql/installed-server';
import { type PostgresqlCluster, startCluster } from '../postgresql/start-cluster';
import { unpackPackages } from '../stack/start-n8n-with-packages';
import { StackProcess } from '../stack/stack-process';

/** The first start of the main process runs some hundred migrations. */
const READY_MS = 180_000;
const STOP_MS = 15_000;
/** Jobs that one worker runs at a time. */
const CONCURRENCY = 10;

/** The line by which each kind of process says that it is ready. */
const PROCESSES = {
	start: 'Editor is now accessible',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
} as const;

export interface N8nProcessOptions {
	/** For its user folder, its event log and its log. */
	folder: string;
	name: string;
	command: keyof typeof PROCESSES;
	installation: N8nInstallation;
	encryptionKey: string;
	port: number;
	/** What an operator sets for each process of n8n. */
	settings: NodeJS.ProcessEnv;
}

/** One process of an n8n that has several, as on a machine of its own. It is not started yet. */
export async function n8nProcess(options: N8nProcessOptions): Promise<StackProcess> {
	const { folder, name, command, installation, encryptionKey, port, settings } = options;
	const userFolder = join(folder, name);
	await unpackPackages(userFolder, join(folder, 'packed'));
	const filesFolder = n8nFilesFolder(userFolder);
	await mkdir(filesFolder, { recursive: true });
	// A worker whose log outlives it marks executions as crashed at its start, though their jobs are still queued.
	const eventLog = eventLogOf(folder, name);
	const env = n8nEnvironment({
		userFolder,
		encryptionKey,
		port,
		brokerPort: await freePort(),
		filesFolder: await realpath(filesFolder),
		extra: { ...settings, QUEUE_HEALTH_CHECK_PORT: `${port}`, N8N_EVENTBUS_LOGWRITER_LOGFULLPATH: eventLog },
	});
	const args = [installation.cli, command, ...(command === 'worker' ? [`--concurrency=${CONCURRENCY}`] : [])];
	return new StackProcess(name, async () => {
		if (command === 'worker') await rm(eventLog, { force: true });
		return startPart(PROCESSES[command], {
			name,
			command: installation.node,
			args,
			cwd: userFolder,
			env,
			logFile: join(folder, `${name}.log`),
			graceMs: STOP_MS,
		});
	});
}

/** What a process of n8n writes of each execution and node. */
export function eventLogOf(folder: string, name: string): string {
	return join(folder, `${name}-events.log`);
}

export interface N8nDatabase {
	cluster: PostgresqlCluster;
	/** What n8n is told of it. */
	settings: NodeJS.ProcessEnv;
}

/** PostgreSQL with an empty database for n8n. */
export async function startN8nDatabase(): Promise<N8nDatabase> {
	const cluster = await startCluster(await installedServer(), []);
	const [host = '', port = ''] = cluster.address.split(':');
	await cluster.database('n8n');
	return {
		cluster,
		settings: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: host,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: cluster.user,
		},
	};
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
