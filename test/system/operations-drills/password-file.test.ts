import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { requireNoPassword, saveDatabase } from '../../../worker/cli/backup/temporal-database';
import { type PostgresqlCluster, startCluster } from '../../support/postgresql/start-cluster';
import { installedServer } from '../../support/postgresql/installed-server';

const PASSWORD = ':its:pass\\word';
const ESCAPED = PASSWORD.replace(/[\\:]/g, (character) => `\\${character}`);

let folder: string;
let cluster: PostgresqlCluster;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-passwords-'));
	await chmod(folder, 0o755);
	const rules = join(folder, 'pg_hba.conf');
	await writeFile(rules, 'host all tester 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n', {
		mode: 0o644,
	});
	cluster = await startCluster(await installedServer(), ['fsync=off', `hba_file=${rules}`]);
	const client = new Client({ connectionString: await cluster.database('temporal') });
	await client.connect();
	await client.query(`CREATE ROLE dumper LOGIN SUPERUSER PASSWORD '${PASSWORD}'`);
	await client.end();
});
afterAll(async () => {
	await cluster.stop();
	await rm(folder, { recursive: true });
});

/** Saves by pg_dump, with this password file. Null: it worked. */
async function refusal(file: string | null, more: NodeJS.ProcessEnv = {}, mode = 0o600): Promise<string | null> {
	const [host, port] = cluster.address.split(':');
	const path = join(folder, 'passwords');
	await rm(path, { force: true });
	if (file !== null) await writeFile(path, file, { mode });
	const env = {
		PATH: process.env.PATH,
		HOME: folder,
		PGHOST: host,
		PGPORT: port,
		PGUSER: 'dumper',
		PGPASSFILE: path,
		...more,
	};
	const target = await mkdtemp(join(folder, 'dump-'));
	return saveDatabase({ postgresql: ['temporal'] }, target, env).then(
		() => null,
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);
}

test('a password file with escapes, and PGPASSWORD, are what pg_dump reads', async () => {
	expect(await refusal(`# all\n*:*:*:dumper:${ESCAPED}\n`)).toBeNull();
	expect(await refusal(null, { PGPASSWORD: PASSWORD })).toBeNull();
});

test.each<[what: string, file: string | null, said: RegExp]>([
	[
		'looks empty, because it begins with a colon',
		`\n*:*:*:dumper:${PASSWORD}\n`,
		/line 2: the password looks empty .*Write : as \\:/,
	],
	['ends early', `*:*:*:dumper:begin:end\n`, /line 1: the password ends at its first :/],
	['is empty', '*:*:*:dumper:\n', /line 1: the password is empty/],
	['loses a backslash', '*:*:*:dumper:pass\\word\n', /line 1: PostgreSQL drops a \\/],
	['lacks a part', '*:*:dumper:other\n', /line 1: it has fewer than the five parts/],
	['is not there', null, /There is no password file/],
])('a password that %s is told, without a part of it', async (_what, file, said) => {
	const message = await refusal(file);
	expect(message).toMatch(said);
	expect(message).not.toMatch(/its:pass|begin|pass\\word|other/);
});

test('a file that others may read, and an empty PGPASSWORD, are told', async () => {
	expect(await refusal(`*:*:*:dumper:${ESCAPED}\n`, {}, 0o644)).toMatch(/other users may read it. Run: chmod 600/);
	expect(await refusal(null, { PGPASSWORD: '' })).toMatch(/PGPASSWORD is empty/);
});

test.each([
	'postgresql://a:secret@host/c',
	'postgresql://a:sec/ret@host/c',
	'postgresql://a:sec,ret@host/c',
	'postgresql://a@host:5432/c,postgresql://a:secret@host:5432/d',
	'postgresql://a@host/c?password=secret',
	'postgresql://a@host/c?%70assword=secret',
	'host=h password = secret',
	"host=h password='secret'",
	'sslpassword=secret',
])('the password in the argument %s is refused', (argument) => {
	expect(() => {
		requireNoPassword(argument.split(','));
	}).toThrow(/must have no password/);
});

test.each([
	'temporal,temporal_visibility',
	'postgresql://a@host:5432/c,postgresql://a@host:5432/d',
	'postgresql://host:5432/c,postgresql://a@host:5432/d',
	'postgresql://[::1]:5432/c,postgresql://a@[::1]:5432/d',
	'host=h port=5432 dbname=temporal,host=h port=5432 dbname=d',
	'postgresql:///c?host=/run,postgresql:///d?host=/run',
])('%s has no password', (argument) => {
	expect(() => {
		requireNoPassword(argument.split(','));
	}).not.toThrow();
});
