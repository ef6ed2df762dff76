import type { Connection } from '@temporalio/client';
import { Supervisor } from '../../../scripts/processes/supervisor.mjs';
import { prepareNamespace } from '../../../worker/temporal';
import { connectPatiently } from './connect-patiently';
import { startOwnTemporal, type TemporalServer } from './own-server';

export type { TemporalServer };

interface SharedServer {
	address: string;
	connection: Connection;
	/** How many namespaces it has for tests. */
	namespaces: number;
}

/** Events at which a server with `SHORT_HISTORIES` suggests to continue as new. */
export const LONG_AT = 40;
/** Further settings of a server. Each set of settings costs each process a server. */
export const SHORT_HISTORIES: readonly string[] = [`limit.historyCount.suggestContinueAsNew=${LONG_AT}`];

/** One for each set of settings. Test files share processes, and modules live as long as their process. */
const servers = new Map<string, Promise<SharedServer>>();
let supervisor: Supervisor | undefined;

/**
 * A namespace of its own on the real server that all test files of this process share. It stays when its test ends:
 * without workers it costs nothing, and its deletion costs as much as the start of a server. A test that stops the
 * server needs `startOwnTemporal`.
 */
export async function startTemporal(settings: readonly string[] = []): Promise<TemporalServer> {
	const key = settings.join();
	const starting = servers.get(key) ?? startShared(settings);
	servers.set(key, starting);
	const server = await starting;
	server.namespaces += 1;
	const namespace = `test-${server.namespaces}`;
	const { address, connection } = server;
	await prepareNamespace(connection, namespace);
	return { address, namespace, stop: () => Promise.resolve() };
}

/** It ends with this process, however that ends. */
async function startShared(settings: readonly string[]): Promise<SharedServer> {
	supervisor ??= new Supervisor((message) => void process.stderr.write(`${message}\n`));
	const { address } = supervisor.watch(await startOwnTemporal(settings));
	return { address, connection: await connectPatiently(address), namespaces: 0 };
}
