// @ts-check
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';

/** Where Debian's package puts each version. */
const DEBIAN = '/usr/lib/postgresql';
/** The server refuses to run as root. */
const NOBODY = 65_534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/**
 * Debian's PostgreSQL with its own defaults, so each commit is on the disk before it counts. Its data have a folder of
 * their own, which belongs to its user.
 * @param {string} logFile
 * @returns {Promise<{ url: string, psql: string, stop: () => Promise<void> }>}
 * @throws Error the machine has no server
 */
export async function startPostgresql(logFile) {
	const programs = await installedPrograms();
	const data = await mkdtemp(join(tmpdir(), 'agent-knowledge-postgresql-'));
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await chown(data, NOBODY, NOBODY);
	/** @param {string} program @param {string[]} args @returns {[string, string[]]} */
	const asItsUser = (program, args) =>
		isRoot ? ['setpriv', [...AS_NOBODY, join(programs, program), ...args]] : [join(programs, program), args];
	await runCommand(...asItsUser('initdb', ['-D', data, '-U', 'bench', '--auth=trust', '-E', 'UTF8', '--locale=C']), {
		cwd: '/',
	});
	const port = await freePort();
	const [command, args] = asItsUser('postgres', ['-D', data, '-p', `${port}`, '-k', data, '-h', '127.0.0.1']);
	// PostgreSQL's fast shutdown: it does not wait for clients.
	const options = { cwd: '/', stopSignal: /** @type {const} */ ('SIGINT') };
	const server = await startService({ name: 'postgresql', command, args, logFile, ...options });
	const url = `postgresql://bench@127.0.0.1:${port}/postgres`;
	await waitUntil('PostgreSQL', () => queryOnce(url, 'SELECT 1'));
	const stop = async () => {
		await server.stop();
		await rm(data, { recursive: true, force: true });
	};
	return { url, psql: join(programs, 'psql'), stop };
}

/**
 * Runs a statement on a connection of its own.
 * @param {string} url
 * @param {string} sql
 * @returns {Promise<Array<Record<string, unknown>>>}
 */
export async function queryOnce(url, sql) {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		/** @type {pg.QueryResult<Record<string, unknown>>} */
		const { rows } = await client.query(sql);
		return rows;
	} finally {
		await client.end();
	}
}

/** The newest version's folder. */
async function installedPrograms() {
	const versions = (await readdir(DEBIAN).catch(() => [])).sort((one, other) => Number(other) - Number(one));
	for (const version of versions) {
		const folder = join(DEBIAN, version, 'bin');
		const [found] = await Promise.allSettled([access(join(folder, 'initdb'))]);
		if (found.status === 'fulfilled') return folder;
	}
	throw new Error('This part needs the server of PostgreSQL. On Debian: apt-get install postgresql');
}
