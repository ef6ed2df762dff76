import { execFile } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../../../scripts/processes/find-command.mjs';

const run = promisify(execFile);

/**
 * The folder with the server's programs of the same version as `pg_dump`, which saves no newer server.
 * @throws Error the machine has only the client
 */
export async function installedServer(): Promise<string> {
	const { stdout } = await run('pg_dump', ['--version']);
	const [, major = ''] = /(\d+)\./.exec(stdout) ?? [];
	const beside = dirname(await realpath((await findCommand('pg_dump')) ?? ''));
	for (const folder of [`/usr/lib/postgresql/${major}/bin`, beside]) {
		const found = await Promise.allSettled(['initdb', 'postgres'].map((name) => access(join(folder, name))));
		if (found.every(({ status }) => status === 'fulfilled')) return folder;
	}
	throw new Error(`These tests need the server of PostgreSQL ${major}. On Debian: apt-get install postgresql-${major}`);
}
