import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { query } from '../../support/postgresql/start-cluster';

/** It refuses to run as root. */
const NOBODY = 65_534;
/** Fewer than the clients of a test, so that each transaction may get another connection of the database. */
const SERVER_CONNECTIONS = 2;

export interface Pooler {
	/** Of the pooler. @param parameters of the URL, with a question mark */
	url(database: string, parameters?: string): string;
	/** At once, with everything that it was doing. */
	kill(): Promise<void>;
	start(): Promise<void>;
	stop(): Promise<void>;
}

export interface PoolerOptions {
	/** host:port of the database */
	database: string;
	user: string;
	mode?: 'transaction' | 'session' | 'statement';
	/** PEM texts, for TLS with its clients. */
	tls?: { certificate: string; key: string };
}

/** A PgBouncer of its own before a database, with its default settings but for the mode and the number of connections. */
export async function startPooler({ database, user, mode = 'transaction', tls }: PoolerOptions): Promise<Pooler> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-pooler-'));
	const port = await freePort();
	const [host, databasePort] = database.split(':');
	const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
	const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
	const files = [
		[users, `"${user}" ""\n`],
		...(tls === undefined
			? []
			: [
					[certificate, tls.certificate],
					[key, tls.key],
				]),
		[
			settings,
			[
				'[databases]',
				`* = host=${host} port=${databasePort}`,
				'[pgbouncer]',
				'listen_addr = 127.0.0.1',
				`listen_port = ${port}`,
				'unix_socket_dir =',
				'auth_type = trust',
				`auth_file = ${users}`,
				`pool_mode = ${mode}`,
				`default_pool_size = ${SERVER_CONNECTIONS}`,
				'server_login_retry = 1',
				...(tls === undefined
					? []
					: ['client_tls_sslmode = require', `client_tls_cert_file = ${certificate}`, `client_tls_key_file = ${key}`]),
				'',
			].join('\n'),
		],
	] as const;
	const isRoot = process.getuid?.() === 0;
	for (const [file, content] of files) {
		await writeFile(file, content, { mode: 0o600 });
		if (isRoot) await chown(file, NOBODY, NOBODY);
	}
	await chmod(folder, 0o755);
	const url = (name: string, parameters = '') => `postgresql://${user}@127.0.0.1:${port}/${name}${parameters}`;
	let service: Service | null = null;

	async function start(): Promise<void> {
		service = await startService({
			name: 'PgBouncer',
			command: 'pgbouncer',
			logFile: join(folder, 'pgbouncer.log'),
			args: [...(isRoot ? ['--user', 'nobody'] : []), settings],
		});
		const answers = () => query(url('postgres', tls === undefined ? '' : '?sslmode=no-verify'), 'SELECT 1');
		// One that works statement by statement answers this too.
		await service.whileRunning('it responded', eventually(answers, isThere, 'PgBouncer'));
	}
	await start();
	return {
		url,
		start,
		async kill() {
			if (service === null) return;
			process.kill(service.pid, 'SIGKILL');
			await service.exited;
		},
		async stop() {
			await service?.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
