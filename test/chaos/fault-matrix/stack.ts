import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { textAt } from '../../../scripts/json.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';
import type { SettingsValues } from '../../../sandbox/runtime/settings';
import { StackProcess } from '../../support/stack/stack-process';
import type { Programs } from './programs';

/** Times to settle and polls, scaled together with the sandbox's clock. Milliseconds. */
const TIMING = { settleMs: 3_000, pollMinMs: 1_000, pollMaxMs: 2_000 };
/** A slow agent's page of 1,000 s of this clock takes one of ours. */
const CLOCK_FACTOR = 1_000;
/** Hundreds of tasks look at the same time: their connection is not what is tested. Calls a minute. */
const WIDE = 100_000;
/** That of leads is paced: its limit must hold under every fault. Calls a minute. */
export const PACED = 600;

export type EndedRun = SettingsValues['endedRun'];

export interface MatrixStack {
	sandbox: {
		apiUrl: string;
		siteUrl: string;
		adminUrl: string;
		adminToken: string;
		apiKey: string;
		databaseFile: string;
	};
	gatewayUrl: string;
	token: string;
	temporalAddress: string;
	temporalBinary: string;
	workers: [StackProcess, StackProcess];
	gateway: StackProcess;
	temporal: StackProcess;
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
}

/** Sandbox, Temporal, two workers and a gateway, each a process of its own. The second worker is started too. */
export async function startMatrixStack(options: MatrixStackOptions): Promise<MatrixStack> {
	const { folder, programs, destinations, receivers, endedRun } = options;
	const hex = () => randomBytes(24).toString('hex');
	const secrets = { apiKey: `ak_${hex()}`, adminToken: hex(), token: hex() };
	const [port = 0, sitePort = 0, adminPort = 0, gatewayPort = 0, temporalPort = 0] = await Promise.all(
		Array.from({ length: 5 }, freePort),
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
				...{ SANDBOX_PORT: `${port}`, SANDBOX_SITE_PORT: `${sitePort}`, SANDBOX_ADMIN_PORT: `${adminPort}` },
				...{ SANDBOX_SMTP_PORT: '0', SANDBOX_RATE_LIMIT: 'none', SANDBOX_CLOCK_FACTOR: `${CLOCK_FACTOR}` },
				...{ SANDBOX_ADMIN_TOKEN: secrets.adminToken, SANDBOX_SEED_KEY: secrets.apiKey },
				...{ SANDBOX_DATA_DIR: join(folder, 'sandbox'), SANDBOX_ENDED_RUN: endedRun },
			},
		});
		started.push(sandbox);
		const ready: unknown = await sandbox.firstLine('it was ready', readyLine, 60_000);
		const [apiUrl, siteUrl, adminUrl] = [textAt(ready, 'apiUrl'), textAt(ready, 'siteUrl'), textAt(ready, 'adminUrl')];
		const paced = await newKey(adminUrl, secrets.adminToken);

		const temporalBinary = await findTemporalServer({ cache: cacheFolder() });
		const temporal = new StackProcess('temporal', () =>
			startTemporalServer({
				...{ binary: temporalBinary, port: temporalPort, uiPort: null, logFile: log('temporal') },
				databaseFile: join(folder, 'temporal.db'),
			}),
		);
		started.push(temporal);
		await temporal.start();

		const temporalAddress = `127.0.0.1:${temporalPort}`;
		const configFile = join(folder, 'agent-knowledge.yaml');
		const config = {
			temporal: { address: temporalAddress, namespace: 'agent-knowledge' },
			gateway: {
				...{ host: '127.0.0.1', port: gatewayPort, callbackHosts: receivers },
				tokens: [{ name: 'matrix', token: secrets.token }],
			},
			connections: {
				wide: { baseUrl: apiUrl, apiKey: secrets.apiKey, requestsPerMinute: WIDE },
				paced: { baseUrl: apiUrl, apiKey: paced.key, requestsPerMinute: PACED },
			},
			encryption: { current: 'matrix', keys: [{ id: 'matrix', secret: randomBytes(32).toString('base64') }] },
			timing: TIMING,
			blobs: { directory: join(folder, 'blobs') },
			telemetry: { gatewayAddress: '127.0.0.1:0' },
			events: { webhookHosts: receivers },
			destinations,
		};
		// JSON is YAML.
		await writeFile(configFile, JSON.stringify(config), { mode: 0o600 });
		const programProcess = (name: string, command: string) =>
			StackProcess.ofProgram(name, programs.worker, [command, '--config', configFile], {}, log(name));
		const workers: [StackProcess, StackProcess] = [
			programProcess('worker-1', 'worker'),
			programProcess('worker-2', 'worker'),
		];
		const gateway = programProcess('gateway', 'gateway');
		started.push(...workers, gateway);
		await Promise.all([...workers, gateway].map((each) => each.start()));
		return {
			sandbox: { apiUrl, siteUrl, adminUrl, adminToken: secrets.adminToken, apiKey: secrets.apiKey, databaseFile },
			gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
			token: secrets.token,
			...{ temporalAddress, temporalBinary, workers, gateway, temporal, stop },
			keys: { wide: 'key_seed', paced: paced.id },
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

async function newKey(adminUrl: string, adminToken: string): Promise<{ id: string; key: string }> {
	const response = await fetch(`${adminUrl}/keys`, {
		method: 'POST',
		headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'paced', scopes: ['read:agents', 'read:leads'] }),
	});
	const made: unknown = await response.json();
	return { id: textAt(made, 'id'), key: textAt(made, 'key') };
}

function readyLine(line: string): unknown {
	return line.startsWith('{"ready":true') ? JSON.parse(line) : null;
}
