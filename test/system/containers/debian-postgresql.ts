import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

const VERSIONS = '/usr/lib/postgresql';

/**
 * PostgreSQL of Debian's package, with its client programs: those of a backup must be of the server's version. The
 * server of npm's package, which other tests use, has none.
 */
export class DebianPostgresql {
	private constructor(
		private readonly service: Service,
		private readonly folder: string,
		/** For a program that connects, with the PATH of the client programs. */
		readonly env: Record<'PGHOST' | 'PGPORT' | 'PGUSER' | 'PATH', string> & { PGPASSWORD?: string },
	) {}

	/** @param password which every connection must give. Default: none is asked for */
	static async start(password?: string): Promise<DebianPostgresql> {
		const [newest] = (await readdir(VERSIONS)).sort((one, other) => Number(other) - Number(one));
		if (newest === undefined) throw new Error(`${VERSIONS} has no PostgreSQL: apt-get install postgresql`);
		const bin = join(VERSIONS, newest, 'bin');
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-postgresql-'));
		await runCommand('chown', ['postgres', folder]);
		const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
		const data = join(folder, 'data');
		const auth = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', '--pwfile=password'];
		if (password !== undefined) await writeFile(join(folder, 'password'), password);
		const init = [join(bin, 'initdb'), '--username=agent_knowledge', ...auth, '--encoding=UTF8', '-D', data];
		await runCommand('setpriv', [...asPostgres, ...init], { cwd: folder });
		const port = `${await freePort()}`;
		const env = {
			PGHOST: '127.0.0.1',
			PGPORT: port,
			PGUSER: 'agent_knowledge',
			...(password === undefined ? {} : { PGPASSWORD: password }),
			PATH: `${bin}:${process.env['PATH'] ?? ''}`,
		};
		const service = await startService({
			name: 'PostgreSQL',
			command: 'setpriv',
			args: [...asPostgres, join(bin, 'postgres'), '-D', data, '-p', port, '-k', folder, '-c', 'fsync=off'],
			cwd: folder,
			stopSignal: 'SIGINT',
			logFile: join(workspaceRoot, 'test-results/confined/postgresql.log'),
		});
		await service.whileRunning(
			'it answered',
			eventually(() => runCommand('pg_isready', ['--dbname=postgres'], { env }), isThere, 'PostgreSQL'),
		);
		return new DebianPostgresql(service, folder, env);
	}

	/** Runs SQL. @returns what it selects, without headings */
	async sql(database: string, text: string): Promise<string> {
		const args = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '--dbname', database, '--command', text];
		return (await runCommand('psql', args, { env: this.env })).trim();
	}

	async stop(): Promise<void> {
		await this.service.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}
