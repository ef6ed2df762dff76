import { Connection } from '@temporalio/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../eventually';
import { DYNAMIC_CONFIG, SEARCH_ATTRIBUTES } from '../../../scripts/temporal/start-server.mjs';
import { realServer } from './find-server';

export interface TemporalServer {
	address: string;
	namespace: string;
	stop(): Promise<void>;
}

const NAMESPACE = 'agent-knowledge';
const CONNECT_MS = 5_000;
/** To a server that runs. A busy machine exceeds the SDK's 10 s. */
export const CONNECT_PATIENTLY_MS = 180_000;
/** The server chooses its other ports itself, and another program may take one of them first. */
const ATTEMPTS = 3;

/**
 * A real server of its own on a free port, in memory. The SDK's own starter gives it 5 s, which a busy machine exceeds.
 * @param dynamicConfig further or other settings of the server, as `key=value`
 */
export async function startTemporal(dynamicConfig: string[] = []): Promise<TemporalServer> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startOnce(dynamicConfig);
		} catch (error) {
			if (attempt === ATTEMPTS || !String(error).includes('address already in use')) throw error;
		}
	}
}

async function startOnce(dynamicConfig: string[]): Promise<TemporalServer> {
	const [port, folder, command] = await Promise.all([
		freePort(),
		mkdtemp(join(tmpdir(), 'agent-knowledge-temporal-')),
		realServer(),
	]);
	const changed = dynamicConfig.map((each) => each.split('=')[0]);
	const ours = Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) =>
		changed.includes(key) ? [] : `${key}=${value}`,
	);
	const service = await startService({
		name: 'Temporal',
		command,
		args: [
			...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--headless'],
			...['--namespace', NAMESPACE, '--log-level', 'warn'],
			...[...ours, ...dynamicConfig].flatMap((each) => ['--dynamic-config-value', each]),
			...SEARCH_ATTRIBUTES.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
		],
		logFile: join(folder, 'temporal.log'),
		// It lives for minutes, and need not save memory.
		env: { ...process.env, GOGC: '400' },
	});
	const stop = async () => {
		await service.stop();
		await rm(folder, { recursive: true, force: true });
	};
	const address = `127.0.0.1:${port}`;
	try {
		await service.whileRunning(
			'it responded',
			eventually(() => hasNamespace(address), isThere, `Temporal at ${address}`),
		);
	} catch (error) {
		await stop();
		throw error;
	}
	return { address, namespace: NAMESPACE, stop };
}

/** The server answers before its namespace is there. */
async function hasNamespace(address: string): Promise<true> {
	const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
	try {
		await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
		return true;
	} finally {
		await connection.close();
	}
}
