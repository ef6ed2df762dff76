import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../time/eventually';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import {
	choosePorts,
	postgresql,
	type ServiceName,
	SERVICES,
	writeServerConfig,
} from '../../../scripts/temporal/server-config.mjs';
import {
	findOfRelease,
	NEWEST_SERVER,
	OLDEST_SERVER,
	serverProgram,
} from '../../../scripts/temporal/server-programs.mjs';
import { installedServer } from '../postgresql/installed-server';
import { type PostgresqlCluster, query, startCluster } from '../postgresql/start-cluster';
import { type Killable, StackProcess } from '../stack/stack-process';
import { createSchema } from './create-schema';

export const RELEASES = { oldest: OLDEST_SERVER, newest: NEWEST_SERVER } as const;
export type Release = keyof typeof RELEASES;

/** What this project gives to operators. */
const DYNAMIC_CONFIG = join(workspaceRoot, 'deploy/temporal/dynamic-config.yaml');

/** Four services keep connections to two databases each. */
const POSTGRESQL_SETTINGS = ['max_connections=300'];
/** As the script names them. */
const DATABASES = { main: 'temporal', visibility: 'temporal_visibility' } as const;

/** A Temporal cluster as operators run it: each service a process of its own, and its data in PostgreSQL. */
export class TemporalCluster {
	private constructor(
		/** host:port of the frontend. */
		readonly address: string,
		/** The server's program, which prints its release. */
		readonly program: string,
		readonly services: Record<ServiceName, StackProcess>,
		/** Its immediate stop writes nothing down; its next start recovers. */
		readonly database: Killable,
		private readonly server: PostgresqlCluster,
		/** Temporal's own command line. */
		private readonly cli: string,
	) {}

	/**
	 * @param folder for configuration and logs; made
	 * @param settings of the server beside those that this project gives to operators, or instead of them
	 */
	static async start(
		release: Release,
		folder: string,
		settings: Readonly<Record<string, boolean | number>> = {},
	): Promise<TemporalCluster> {
		const version = RELEASES[release];
		const options = { cache: cacheFolder() };
		const program = await findOfRelease(serverProgram(version), options);
		const cli = await findTemporalServer(options);
		await mkdir(folder, { recursive: true });
		const dynamicFile = join(folder, 'dynamic-config.yaml');
		const changed = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, [{ value }]]));
		const given = z.looseObject({}).parse(parse(await readFile(DYNAMIC_CONFIG, 'utf8')));
		await writeFile(dynamicFile, stringify({ ...given, ...changed }));
		const server = await startCluster(await installedServer(), POSTGRESQL_SETTINGS);
		const started: StackProcess[] = [];
		try {
			const [host = '', port = ''] = server.address.split(':');
			await createSchema(version, { SQL_PLUGIN: 'postgres12', SQL_HOST: host, SQL_PORT: port, SQL_USER: server.user });
			const ports = await choosePorts();
			const args = await writeServerConfig({
				folder,
				ports,
				logLevel: 'warn',
				persistence: postgresql({ address: server.address, user: server.user, ...DATABASES }),
				dynamicFile,
			});
			const services = record(
				(name) =>
					new StackProcess(`temporal-${name}`, async () => {
						const service = await startService({
							name: `Temporal's ${name} service`,
							command: program,
							args: [...args, 'start', '--service', name],
							logFile: join(folder, `${name}.log`),
						});
						const { grpcPort } = ports[name];
						// The worker service serves nobody.
						if (name !== 'worker') await service.whileRunning('it listened', listens(service.name, grpcPort));
						return service;
					}),
			);
			started.push(...Object.values(services));
			const address = `127.0.0.1:${ports.frontend.grpcPort}`;
			const cluster = new TemporalCluster(address, program, services, databaseOf(server), server, cli);
			await cluster.startServices();
			return cluster;
		} catch (error) {
			await Promise.all(started.map((service) => service.stop()));
			await server.stop();
			throw error;
		}
	}

	/** The addresses of its two databases, in the order of a backup. */
	get databases(): string[] {
		return Object.values(DATABASES).map((name) => this.server.url(name));
	}

	/** For PostgreSQL's own programs. */
	get postgresqlEnv(): Record<string, string> {
		const [host = '', port = ''] = this.server.address.split(':');
		return { PGHOST: host, PGPORT: port, PGUSER: this.server.user };
	}

	/** Loses both databases during some work, which fills new ones of the same names. */
	async replaceDatabases(fill: () => Promise<void>): Promise<void> {
		await Promise.all(Object.values(this.services).map((service) => service.drain()));
		for (const name of Object.values(DATABASES)) {
			await query(this.server.url('postgres'), `DROP DATABASE "${name}" WITH (FORCE)`);
			await this.server.database(name);
		}
		await fill();
		await this.startServices();
	}

	/** Starts what ended with another part, as an operator's supervisor does. */
	async startEnded(): Promise<void> {
		await Promise.all(Object.values(this.services).map((service) => service.start()));
	}

	async stop(): Promise<void> {
		await Promise.all(Object.values(this.services).map((service) => service.stop()));
		await this.server.stop();
	}

	private async startServices(): Promise<void> {
		const { address, cli, services } = this;
		// The first one writes what all of them read.
		await services.history.start();
		await this.startEnded();
		await eventually(
			() => runCommand(cli, ['operator', 'namespace', 'list', '--address', address], { timeoutMs: 10_000 }),
			isThere,
			`Temporal at ${address}`,
		);
	}
}

function record(make: (name: ServiceName) => StackProcess): Record<ServiceName, StackProcess> {
	const [frontend, history, matching, worker] = SERVICES;
	return {
		[frontend]: make(frontend),
		[history]: make(history),
		[matching]: make(matching),
		[worker]: make(worker),
	};
}

async function listens(name: string, port: number): Promise<void> {
	await eventually(
		async () => {
			await new Promise<void>((resolve, reject) => {
				const socket = connect(port, '127.0.0.1', () => {
					socket.destroy();
					resolve();
				});
				socket.once('error', reject);
			});
			return true;
		},
		isThere,
		name,
	);
}

function databaseOf(server: PostgresqlCluster): Killable {
	return {
		name: 'postgresql',
		async kill() {
			await server.kill();
			return Date.now();
		},
		start: () => server.start(),
	};
}
