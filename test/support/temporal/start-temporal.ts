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

/** Events at which a server suggests to continue as new. Each of these costs a process one more server. */
export type ContinueAsNewAt = 40 | 120;

/** By the events at which they suggest to continue as new. Test files share processes, and modules live as long as their process. */
const servers = new Map<ContinueAsNewAt | undefined, Promise<SharedServer>>();
let supervisor: Supervisor | undefined;

/**
 * A namespace of its own on the real server that all test files of this process share. It stays when its test ends:
 * without workers it costs nothing, and its deletion costs as much as the start of a server. A test that stops the
 * server needs `startOwnTemporal`.
 * @param continueAsNewAt default: the server's own, which no test reaches
 */
export async function startTemporal(continueAsNewAt?: ContinueAsNewAt): Promise<TemporalServer> {
	const starting = servers.get(continueAsNewAt) ?? startShared(continueAsNewAt);
	servers.set(continueAsNewAt, starting);
	const server = await starting;
	server.namespaces += 1;
	const namespace = `test-${server.namespaces}`;
	const { address, connection } = server;
	await prepareNamespace(connection, namespace);
	return { address, namespace, stop: () => Promise.resolve() };
}

/** It ends with this process, however that ends. */
async function startShared(continueAsNewAt?: ContinueAsNewAt): Promise<SharedServer> {
	const settings = continueAsNewAt === undefined ? [] : [`limit.historyCount.suggestContinueAsNew=${continueAsNewAt}`];
	supervisor ??= new Supervisor((message) => void process.stderr.write(`${message}\n`));
	const { address } = supervisor.watch(await startOwnTemporal(settings));
	return { address, connection: await connectPatiently(address), namespaces: 0 };
}
