import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cacheFolder } from '../../scripts/cache/cache-folder.mjs';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { startService, type Service } from '../../scripts/processes/service.mjs';
import { findTemporalServer } from '../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../scripts/temporal/start-server.mjs';

export interface StackOptions {
	/** Databases, logs and configuration; created. */
	folder: string;
	/** How many times faster than life the sandbox trains. */
	clockFactor: number;
	/** `host:port` that callbacks may go to. */
	callbackHosts: string[];
}

/** Temporal, sandbox and worker with gateway, each a process of its own that a test may kill and start again. */
export interface Stack {
	sandbox: {
		apiUrl: string;
		/** The website that its agents are trained on. */
		siteUrl: string;
		adminUrl: string;
		adminToken: string;
		apiKey: string;
		/** Its whole state, for tests that count what no log shows. */
		databaseFile: string;
	};
	gateway: { url: string; token: string };
	temporal: RestartableService;
	temporalAddress: string;
	worker: RestartableService;
	stop(): Promise<void>;
}

export interface RestartableService {
	/** Ends it as a crash does, and all it started; nothing is saved. */
	kill(): Promise<void>;
	/** Starts it again on the same port with the same data, and waits until it is ready. */
	start(): Promise<void>;
	stop(): Promise<void>;
}

const READY_MS = 60_000;

/** @throws what kept a part from starting, when the parts before it have been stopped */
export async function startStack({ folder, clockFactor, callbackHosts }: StackOptions): Promise<Stack> {
	const [api, site, admin, gatewayPort, temporalPort] = await Promise.all([
		freePort(),
		freePort(),
		freePort(),
		freePort(),
		freePort(),
	]);
	const adminToken = randomBytes(24).toString('hex');
	const apiKey = `ak_${randomBytes(24).toString('hex')}`;
	const token = randomBytes(24).toString('hex');
	const temporalAddress = `127.0.0.1:${temporalPort}`;
	const gateway = { url: `http://127.0.0.1:${gatewayPort}`, token };
	const sandbox = {
		apiUrl: `http://127.0.0.1:${api}`,
		siteUrl: `http://127.0.0.1:${site}`,
		adminUrl: `http://127.0.0.1:${admin}`,
		adminToken,
		apiKey,
		databaseFile: join(folder, 'sandbox', 'sandbox.db'),
	};
	await mkdir(folder, { recursive: true });
	const configFile = join(folder, 'agent-knowledge.yaml');
	await writeFile(
		configFile,
		stringify({
			temporal: { address: temporalAddress, namespace: 'agent-knowledge' },
			gateway: { host: '127.0.0.1', port: gatewayPort, tokens: [{ name: 'test', token }], callbackHosts },
			connections: { sandbox: { baseUrl: sandbox.apiUrl, apiKey, requestsPerMinute: 600 } },
			encryption: { current: 'test', keys: [{ id: 'test', secret: randomBytes(32).toString('base64') }] },
			// Settle time and polls are scaled together with the sandbox's clock.
			timing: { settleMs: 3_000, pollMinMs: 500, pollMaxMs: 1_000 },
		}),
		{ mode: 0o600 },
	);

	const binary = await findTemporalServer({ cache: cacheFolder() });
	const startTemporal = () =>
		startTemporalServer({
			binary,
			port: temporalPort,
			uiPort: null,
			databaseFile: join(folder, 'temporal.db'),
			logFile: join(folder, 'temporal.log'),
		});
	const startSandbox = () =>
		ready('sandbox', 'sandbox/dist/main.js', [], {
			logFile: join(folder, 'sandbox.log'),
			env: {
				...process.env,
				SANDBOX_PORT: String(api),
				SANDBOX_SITE_PORT: String(site),
				SANDBOX_ADMIN_PORT: String(admin),
				SANDBOX_ADMIN_TOKEN: adminToken,
				SANDBOX_SEED_KEY: apiKey,
				SANDBOX_DATA_DIR: join(folder, 'sandbox'),
				SANDBOX_CLOCK_FACTOR: String(clockFactor),
				SANDBOX_RATE_LIMIT: 'none',
			},
		});
	const startWorker = () =>
		ready('worker', 'worker/dist/cli.js', ['serve', '--config', configFile], {
			logFile: join(folder, 'worker.log'),
			env: process.env,
		});

	const started: RestartableService[] = [];
	const stop = async () => {
		for (const part of started.toReversed()) await part.stop();
	};
	const startPart = async (start: () => Promise<Service>) => {
		const part = await restartable(start);
		started.push(part);
		return part;
	};
	try {
		const temporal = await startPart(startTemporal);
		await startPart(startSandbox);
		const worker = await startPart(startWorker);
		return { sandbox, gateway, temporal, temporalAddress, worker, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Starts one of our programs and waits for its line that says it is ready. */
async function ready(
	name: string,
	program: string,
	args: string[],
	{ logFile, env }: { logFile: string; env: NodeJS.ProcessEnv },
): Promise<Service> {
	const service = await startService({
		name,
		command: process.execPath,
		args: [join(workspaceRoot, program), ...args],
		cwd: workspaceRoot,
		env,
		logFile,
	});
	try {
		await service.firstLine(
			'that it is ready',
			(line) => (/"ready":true|"msg":"ready"/.test(line) ? line : null),
			READY_MS,
		);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return service;
}

export async function restartable(start: () => Promise<Service>): Promise<RestartableService> {
	let service = await start();
	return {
		async kill() {
			process.kill(-service.pid, 'SIGKILL');
			await service.exited;
		},
		async start() {
			service = await start();
		},
		stop: () => service.stop(),
	};
}
