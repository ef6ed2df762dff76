import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { eventually, isThere } from '../time/eventually';
import { copyServerPrograms } from './server-programs';

const run = promisify(execFile);

/** The server refuses to run as root, so it then runs as the unprivileged user. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const USER = 'tester';

/** A test's database need not survive a power cut. */
const QUICK = ['fsync=off'];

export interface PostgresqlCluster {
	/** host:port */
	address: string;
	user: string;
	/** The address of a database, which is made. */
	database(name: string): Promise<string>;
	/** The address of a database, which exists. */
	url(name: string): string;
	/** At once, with nothing written down; the next start recovers. */
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * A PostgreSQL server of its own, in a folder of its own, on a free port of this machine.
 * @param installed folder with `initdb` and `postgres`. Default: npm brings them
 * @param settings of the server, as `name=value`
 */
export async function startCluster(
	installed?: string,
	settings: readonly string[] = QUICK,
): Promise<PostgresqlCluster> {
	const owner = process.getuid?.() === 0 ? NOBODY : null;
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-pg-'));
	if (owner !== null) await chown(folder, owner.uid, owner.gid);
	await chmod(folder, 0o700);
	const programs = installed ?? (await copyServerPrograms(folder));
	const data = join(folder, 'data');
	const port = await freePort();
	const as = owner ?? {};
	const env = { PATH: process.env.PATH, LC_ALL: 'C' };
	await run(join(programs, 'initdb'), ['-D', data, '-U', USER, '--auth=trust', '--no-sync', '-E', 'UTF8'], {
		...as,
		env,
		cwd: folder,
	});
	const url = (name: string) => `postgresql://${USER}@127.0.0.1:${port}/${name}`;
	const spawnServer = () => {
		const given = ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]);
		const options = ['-D', data, '-p', `${port}`, '-k', folder, ...given];
		return spawn(join(programs, 'postgres'), options, { ...as, env, cwd: folder, stdio: 'ignore' });
	};
	const answers = () => eventually(() => query(url('postgres'), 'SELECT 1'), isThere, 'PostgreSQL');
	let server = spawnServer();
	await answers();

	async function end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
		if (server.exitCode !== null || server.signalCode !== null) return;
		const ended = once(server, 'exit');
		server.kill(signal);
		await ended;
	}
	return {
		address: `127.0.0.1:${port}`,
		user: USER,
		url,
		async database(name) {
			await query(url('postgres'), `CREATE DATABASE "${name}"`);
			return url(name);
		},
		kill: () => end('SIGQUIT'),
		async start() {
			server = spawnServer();
			await answers();
		},
		async stop() {
			await end('SIGINT');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<Record<string, unknown>>(sql, values);
		return rows;
	} finally {
		await client.end();
	}
}
