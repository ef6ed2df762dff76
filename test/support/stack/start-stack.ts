import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startSandbox } from '../../../scripts/start/start-sandbox.mjs';
import { type Program, startWorker } from '../../../scripts/start/start-worker.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';
import { restartable, type RestartableService } from './restartable-service';

export interface StackOptions {
	/** Databases, logs and configuration; created. */
	folder: string;
	/** How many times faster than life the sandbox trains. */
	clockFactor: number;
	/** `host:port` that callbacks may go to. */
	callbackHosts: string[];
	/** Where leads may be synced to. Each start of the worker reads it. */
	destinations?: Record<string, object>;
	/** Whether the gateway has a process of its own. Default: it runs in the worker's. */
	gatewayApart?: boolean;
	/** Installed programs. Default: those that the checkout builds. Each start of the worker and the gateway reads its own. */
	programs?: { sandbox?: Program; worker?: Program };
	/** The limit of the worker's connection; the sandbox has none. Default: 600, at which each dispatch is one call. */
	requestsPerMinute?: number;
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
	/** Its process is the worker's, unless it has its own. */
	gateway: { url: string; token: string; server: RestartableService };
	/** Where the worker keeps uploads, exports and the leads of flows. */
	blobsFolder: string;
	temporal: RestartableService;
	temporalAddress: string;
	worker: RestartableService;
	stop(): Promise<void>;
}

/** Settle time and polls are scaled together with the sandbox's clock. */
const TIMING = { settleMs: 3_000, pollMinMs: 500, pollMaxMs: 1_000 };

/** @throws what kept a part from starting, when the parts before it have been stopped */
export async function startStack({
	folder,
	clockFactor,
	callbackHosts,
	destinations,
	gatewayApart = false,
	programs,
	requestsPerMinute = 600,
}: StackOptions): Promise<Stack> {
	const ports = await choosePorts();
	const secrets = newSecrets();
	const log = (name: string) => join(folder, `${name}.log`);
	const binary = await findTemporalServer({ cache: cacheFolder() });
	const startTemporal = () =>
		startTemporalServer({
			binary,
			port: ports.temporal,
			uiPort: null,
			databaseFile: join(folder, 'temporal.db'),
			logFile: log('temporal'),
		});
	const dataFolder = join(folder, 'sandbox');
	const env = { SANDBOX_CLOCK_FACTOR: String(clockFactor), SANDBOX_RATE_LIMIT: 'none' };

	const started: Array<{ stop: () => Promise<void> }> = [];
	const stop = async () => {
		for (const part of started.toReversed()) await part.stop();
	};
	const keep = async <Part extends { stop: () => Promise<void> }>(starting: Promise<Part>) => {
		const part = await starting;
		started.push(part);
		return part;
	};
	try {
		const temporal = await keep(restartable(startTemporal));
		const { apiUrl, siteUrl, adminUrl } = await keep(
			startSandbox({ dataFolder, logFile: log('sandbox'), ports, secrets, env, program: programs?.sandbox }),
		);
		const temporalAddress = `127.0.0.1:${ports.temporal}`;
		const startProcess = (name: string, command: 'serve' | 'worker' | 'gateway') =>
			restartable(() =>
				startWorker({
					temporalAddress,
					apiUrl,
					callbackHosts,
					secrets,
					port: ports.gateway,
					timing: TIMING,
					command,
					destinations,
					program: programs?.worker,
					configFile: join(folder, `${name}.yaml`),
					logFile: log(name),
					requestsPerMinute,
				}),
			);
		const worker = await keep(startProcess('worker', gatewayApart ? 'worker' : 'serve'));
		const server = gatewayApart ? await keep(startProcess('gateway', 'gateway')) : worker;
		return {
			sandbox: {
				apiUrl,
				siteUrl,
				adminUrl,
				adminToken: secrets.adminToken,
				apiKey: secrets.apiKey,
				databaseFile: join(dataFolder, 'sandbox.db'),
			},
			gateway: { url: `http://127.0.0.1:${ports.gateway}`, token: secrets.gatewayToken, server },
			blobsFolder: join(folder, 'blobs'),
			temporal,
			temporalAddress,
			worker,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The sandbox is not started again, so the system chooses its ports. The others keep theirs after a kill. */
async function choosePorts() {
	const [gateway, temporal] = await Promise.all([freePort(), freePort()]);
	return { sandbox: 0, site: 0, admin: 0, mail: 0, gateway, temporal };
}

/** The worker asks with the key that the sandbox is seeded with, which distinguishes its requests from all others. */
function newSecrets() {
	const hex = () => randomBytes(24).toString('hex');
	const apiKey = `ak_${hex()}`;
	return {
		apiKey,
		workerKey: apiKey,
		adminToken: hex(),
		gatewayToken: hex(),
		encryptionKey: randomBytes(32).toString('base64'),
	};
}
