import { join } from 'node:path';
import { cacheFolder } from '../../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { findTemporalServer } from '../../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../../scripts/temporal/start-server.mjs';
import { type Release, TemporalCluster } from '../../../support/cluster/temporal-cluster';
import { type Killable, StackProcess } from '../../../support/stack/stack-process';

/** Temporal, as one process or as a cluster. */
export interface Engine {
	/** host:port */
	address: string;
	/** The program of its server, which prints its release. */
	binary: string;
	/** Whether one queue holds the calls of all connections (`temporal.fairness`). */
	fairness: boolean;
	/** What `kill-temporal` kills: each of them in a wave of its own. */
	parts: readonly Killable[];
	/** Parts without which Temporal records no result of a call. */
	recorders: readonly Killable[];
	/** What workers report to. */
	frontend: StackProcess;
	stop(): Promise<void>;
}

/** A whole server in one process, with its data in one file. */
export async function startSingleServer(folder: string): Promise<Engine> {
	const [port, binary] = await Promise.all([freePort(), findTemporalServer({ cache: cacheFolder() })]);
	const server = new StackProcess('temporal', () =>
		startTemporalServer({
			binary,
			port,
			uiPort: null,
			logFile: join(folder, 'temporal.log'),
			databaseFile: join(folder, 'temporal.db'),
		}),
	);
	await server.start();
	return {
		address: `127.0.0.1:${port}`,
		binary,
		fairness: false,
		parts: [server],
		recorders: [server],
		frontend: server,
		stop: () => server.stop(),
	};
}

/** Four services and their PostgreSQL: the newest release with fairness, the oldest without, so that both modes are met. */
export async function startServices(release: Release, folder: string): Promise<Engine> {
	const fairness = release === 'newest';
	const cluster = await TemporalCluster.start(release, join(folder, 'temporal'), {
		'matching.enableFairness': fairness,
	});
	const { address, program, services, database } = cluster;
	const supervised = (part: Killable): Killable => ({
		name: part.name,
		kill: () => part.kill(),
		async start() {
			await part.start();
			await cluster.startEnded();
		},
	});
	const recorders = [services.frontend, services.history, database].map(supervised);
	return {
		address,
		binary: program,
		fairness,
		frontend: services.frontend,
		recorders,
		parts: [...recorders, supervised(services.matching), supervised(services.worker)],
		stop: () => cluster.stop(),
	};
}
