import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { prepareNamespace } from '../../../worker/temporal';
import { DYNAMIC_CONFIG } from '../../../scripts/temporal/start-server.mjs';
import { eventually, isThere } from '../time/eventually';
import { realServer } from './find-server';

/** A namespace of a real server. */
export interface TemporalServer {
	address: string;
	namespace: string;
	stop(): Promise<void>;
}

const NAMESPACE = 'agent-knowledge';
const CONNECT_MS = 5_000;
/** What a server does in rounds, by default each second or each half minute, so that tests do not wait for the next round. */
const ROUNDS = {
	// A timer begins in the round after the one that it was set in.
	'history.timerProcessorMaxTimeShift': '"10ms"',
	// A deletion waits until the end of the workflow is noted.
	'history.transferProcessorUpdateAckInterval': '"1s"',
	'history.visibilityProcessorUpdateAckInterval': '"1s"',
};
/** The server chooses its other ports itself, and another program may take one of them first. */
const ATTEMPTS = 3;

/**
 * A real server on a free port, in memory, for a test that stops it or needs settings of its own. The SDK's own starter
 * gives it 5 s, which a busy machine exceeds.
 * @param dynamicConfig further or other settings of the server, as `key=value`
 */
export async function startOwnTemporal(dynamicConfig: readonly string[] = []): Promise<TemporalServer & Service> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startOnce(dynamicConfig);
		} catch (error) {
			if (attempt === ATTEMPTS || !String(error).includes('address already in use')) throw error;
		}
	}
}

async function startOnce(dynamicConfig: readonly string[]): Promise<TemporalServer & Service> {
	const [port, command] = await Promise.all([freePort(), realServer()]);
	const changed = dynamicConfig.map((each) => each.split('=')[0]);
	const ours = Object.entries({ ...DYNAMIC_CONFIG, ...ROUNDS }).flatMap(([key, value]) =>
		changed.includes(key) ? [] : `${key}=${value}`,
	);
	const logFile = join(workspaceRoot, 'test-results/temporal', `${port}.log`);
	const service = await startService({
		name: 'Temporal',
		command,
		args: [
			...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--headless'],
			...['--log-level', 'warn'],
			...[...ours, ...dynamicConfig].flatMap((each) => ['--dynamic-config-value', each]),
		],
		logFile,
		// It lives for minutes, and need not save memory.
		env: { ...process.env, GOGC: '400' },
	});
	const stop = async () => {
		await service.stop();
		await rm(logFile, { force: true });
	};
	const address = `127.0.0.1:${port}`;
	try {
		await service.whileRunning(
			'it responded',
			eventually(() => prepared(address), isThere, `Temporal at ${address}`),
		);
	} catch (error) {
		await stop();
		throw error;
	}
	return { ...service, address, namespace: NAMESPACE, stop };
}

/** The namespace, as the product prepares it. */
async function prepared(address: string): Promise<true> {
	const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
	try {
		await prepareNamespace(connection, NAMESPACE);
		return true;
	} finally {
		await connection.close();
	}
}
