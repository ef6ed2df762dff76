import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { waitUntil } from '../../scripts/processes/wait-until.mjs';

const run = promisify(execFile);

/** Where Debian and the common installers put the server's programs, newest first; else they are in the PATH. */
const FOLDERS = [18, 17, 16, 15, 14, 13].map((version) => `/usr/lib/postgresql/${version}/bin/`);

export interface PostgresqlCluster {
	/** Of a database, which is made. */
	database(name: string): Promise<string>;
	/** At once, with nothing written down; the next start recovers. */
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * A PostgreSQL server of its own, in a folder of its own, on a free port of this machine. The server refuses to run as
 * root, so there it runs as the user that its package made.
 */
export async function startCluster(): Promise<PostgresqlCluster> {
	const programs = await findPrograms();
	const owner = await otherUser();
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-pg-'));
	if (owner !== null) await chown(folder, owner.uid, owner.gid);
	await chmod(folder, 0o700);
	const data = join(folder, 'data');
	const port = await freePort();
	const as = owner ?? {};
	const env = { PATH: process.env.PATH, LC_ALL: 'C' };
	await run(`${programs}initdb`, ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8'], {
		...as,
		env,
		cwd: folder,
	});
	const url = (name: string) => `postgresql://tester@127.0.0.1:${port}/${name}`;
	const spawnServer = () => {
		const options = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
		return spawn(`${programs}postgres`, options, { ...as, env, cwd: folder, stdio: 'ignore' });
	};
	const answers = () => waitUntil('PostgreSQL', () => query(url('postgres'), 'SELECT 1'));
	let server = spawnServer();
	await answers();

	async function end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
		if (server.exitCode !== null || server.signalCode !== null) return;
		const ended = once(server, 'exit');
		server.kill(signal);
		await ended;
	}
	return {
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

/** @throws Error that says how to get PostgreSQL */
async function findPrograms(): Promise<string> {
	for (const folder of FOLDERS) {
		try {
			await access(join(folder, 'initdb'));
			return folder;
		} catch {
			// The next one.
		}
	}
	try {
		await run('initdb', ['--version']);
		return '';
	} catch {
		throw new Error(
			'These tests need a PostgreSQL server, 13 or newer, and there is none on this machine. ' +
				'On Debian and Ubuntu: apt-get install postgresql; on macOS: brew install postgresql. It need not run.',
		);
	}
}

/** Null where the tests do not run as root. */
async function otherUser(): Promise<{ uid: number; gid: number } | null> {
	if (process.getuid?.() !== 0) return null;
	try {
		const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
		return { uid: await id('-u'), gid: await id('-g') };
	} catch {
		throw new Error(
			'PostgreSQL does not run as root, and there is no user "postgres" to run it as. ' +
				'Install the package postgresql of your system, or run the tests as another user.',
		);
	}
}
