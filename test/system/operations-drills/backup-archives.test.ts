import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { loadConfig } from '../../../worker/config';
import { blobsSchema } from '../../../worker/storage/settings';
import { openBlobs } from '../../../worker/storage/blobs';
import { type S3Server, startS3 } from '../../parts/integration/blobs/start-s3';
import { runCommand } from '../../support/gateway/run-command';
import { installedServer } from '../../support/postgresql/installed-server';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';

const run = promisify(execFile);
const KEY = `ak_${randomBytes(12).toString('hex')}`;
/** With a quotation mark, as the shell must read it back. */
const ENVIRONMENT = { SERVICE_KEY: `${KEY}'s`, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const CONFIGURATION = `
connections:
  main: { baseUrl: 'https://agents.example.com', apiKey: "\${SERVICE_KEY}" }
encryption: { current: first, keys: [{ id: first, secret: '\${ENCRYPTION_KEY}' }] }
`;

let folder: string;
let cluster: PostgresqlCluster;
let s3: S3Server;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-archives-'));
	[cluster, s3] = await Promise.all([startCluster(await installedServer()), startS3()]);
	await writeFile(at('agent-knowledge.yaml'), CONFIGURATION);
	await writeFile(at('agent-knowledge.local.yaml'), 'log: { level: warn }');
	await writeFile(at('unit.env'), 'LANG=C');
	await writeFile(at('passphrase'), 'four words on a drill\n');
	await writeFile(at('other'), 'four words on another drill\n');
	await run('sqlite3', [at('temporal.db'), 'CREATE TABLE executions (id); INSERT INTO executions VALUES (1), (2)']);
});

afterAll(async () => {
	await Promise.all([cluster.stop(), s3.stop()]);
	await rm(folder, { recursive: true, force: true });
});

function command(...args: string[]) {
	const env = { ...ENVIRONMENT, PATH: process.env.PATH, AGENT_KNOWLEDGE_BLOBS_DIRECTORY: at('blobs') };
	return runCommand({ url: '', token: '' }, args, env);
}

/** A configuration with a bucket that has two blobs. @param name of the file, and of its place in the bucket */
async function bucketWithBlobs(name: string) {
	const bucket = { ...s3.bucket, prefix: `${name}/` };
	const { store } = openBlobs(blobsSchema.parse({ s3: bucket }));
	await store.write('uploads/one', Buffer.from('upload'));
	await store.write('usage/one', Buffer.from('record'));
	await writeFile(at(`${name}.yaml`), `${CONFIGURATION}blobs: { s3: ${JSON.stringify(bucket)} }\n`);
	async function contents(): Promise<Record<string, string>> {
		const found: Record<string, string> = {};
		for await (const { key } of store.list('')) {
			const blob = await store.open(key);
			if (blob !== null) found[key] = await text(blob.content);
		}
		return found;
	}
	return { config: at(`${name}.yaml`), store, contents };
}

const backup = (file: string, ...args: string[]) =>
	command('backup', at(file), '--config', at('agent-knowledge.yaml'), ...args);
const sqlite = () => ['--temporal-sqlite', at('temporal.db')];
const passphrase = (name = 'passphrase') => ['--passphrase-file', at(name)];

test('a restored folder has the configuration with its local file, its variables, and the database', async () => {
	const saved = await backup('whole.zip', ...sqlite(), ...passphrase(), '--also', at('unit.env'));
	expect([saved.code, saved.notes]).toEqual([0, '']);
	expect((await readFile(at('whole.zip'))).includes(KEY)).toBe(false);
	const restored = await command('restore', at('whole.zip'), '--into', at('whole'), ...passphrase());
	expect([restored.code, restored.notes]).toEqual([0, '']);
	expect(restored.result).not.toContain(KEY);
	for (const name of ['agent-knowledge.yaml', 'agent-knowledge.local.yaml', 'unit.env'])
		expect(await readFile(join(at('whole'), name), 'utf8')).toBe(await readFile(at(name), 'utf8'));
	const script = `. ${at('whole')}/environment; printf '%s\\n' "$SERVICE_KEY" "$ENCRYPTION_KEY" "$AGENT_KNOWLEDGE_BLOBS_DIRECTORY"`;
	const { stdout } = await run('sh', ['-c', script]);
	expect(stdout.trim().split('\n')).toEqual([
		ENVIRONMENT.SERVICE_KEY,
		ENVIRONMENT.ENCRYPTION_KEY,
		join(at('whole'), 'blobs'),
	]);
	const rows = await run('sqlite3', [join(at('whole'), 'temporal', 'temporal.db'), 'SELECT count(*) FROM executions']);
	expect(rows.stdout.trim()).toBe('2');
});

test('a folder of connections comes back as a folder, also an empty one, and the restored system reads it', async () => {
	await mkdir(at('accounts'));
	const config = at('folder.yaml');
	await writeFile(config, `${CONFIGURATION}connectionsFolder: ${at('accounts')}\n`);
	const account = (name: string) => `{ baseUrl: 'https://${name}.example.com', apiKey: '\${SERVICE_KEY}' }\n`;
	const roundTrip = async (name: string) => {
		const saved = await command('backup', at(`${name}.zip`), '--config', config, ...sqlite(), ...passphrase());
		expect([saved.code, saved.notes]).toEqual([0, '']);
		const restored = await command('restore', at(`${name}.zip`), '--into', at(name), ...passphrase());
		expect([restored.code, restored.notes]).toEqual([0, '']);
		const script = `. ${at(name)}/environment; printf %s "$AGENT_KNOWLEDGE_CONNECTIONS_FOLDER"`;
		const { stdout: connections } = await run('sh', ['-c', script]);
		expect(connections).toBe(join(at(name), 'connections'));
		return { connections, listed: restored.result };
	};
	const { connections: none } = await roundTrip('empty');
	expect(await readdir(none)).toEqual([]);

	// As the configuration itself is called: it is no clash.
	for (const name of ['folder', 'second']) await writeFile(at(`accounts/${name}.yaml`), account(name));
	const { connections, listed } = await roundTrip('filled');
	expect(await readdir(connections)).toEqual(['folder.yaml', 'second.yaml']);
	expect(await readFile(join(connections, 'second.yaml'), 'utf8')).toBe(account('second'));
	expect(listed).not.toContain('second.yaml');
	await rm(at('accounts'), { recursive: true });
	const env = { ...ENVIRONMENT, AGENT_KNOWLEDGE_CONNECTIONS_FOLDER: connections };
	const read = loadConfig({ path: join(at('filled'), 'folder.yaml'), env, gateway: false });
	expect(Object.keys(read.connections).toSorted()).toEqual(['folder', 'main', 'second']);
});

test('both databases of PostgreSQL are restored into empty ones, and never into others', async () => {
	const names = ['temporal', 'temporal_visibility', 'new', 'new_visibility'] as const;
	const urls = await Promise.all(names.map((name) => cluster.database(name)));
	const [main = '', visibility = '', newMain = '', newVisibility = ''] = urls;
	await query(main, 'CREATE TABLE executions AS SELECT generate_series(1, 500) AS id');
	await query(visibility, 'CREATE TABLE executions_visibility AS SELECT 7 AS id');
	const from = ['--temporal-postgresql', `${main},${visibility}`];
	const saved = await backup('cluster.zip', ...from, '--no-configuration');
	expect([saved.code, saved.notes]).toEqual([0, '']);
	const into = (...databases: string[]) =>
		command('restore', at('cluster.zip'), '--into', at('cluster'), '--temporal-postgresql', databases.join(','));
	expect(await into(newMain)).toMatchObject({
		code: 2,
		notes: expect.stringContaining('2 PostgreSQL databases') as string,
	});
	expect(await into(newMain, newVisibility)).toMatchObject({ code: 0 });
	expect(await query(newMain, 'SELECT count(*)::int AS rows FROM executions')).toEqual([{ rows: 500 }]);
	expect(await query(newVisibility, 'SELECT id FROM executions_visibility')).toEqual([{ id: 7 }]);
	expect(await readdir(at('cluster'))).toEqual(['blobs']);
	await rm(at('cluster'), { recursive: true });
	expect(await into(newMain, newVisibility)).toMatchObject({
		code: 1,
		notes: expect.stringContaining('already exists') as string,
	});
	expect(existsSync(at('cluster'))).toBe(false);
});

test('blobs come back into an empty bucket, and into one in use only when told, which keeps what it has', async () => {
	const { config, store, contents } = await bucketWithBlobs('bucket');
	const saved = await command('backup', at('bucket.zip'), '--config', config, ...sqlite(), ...passphrase());
	expect([saved.code, saved.notes]).toEqual([0, '']);
	const restored = (...options: string[]) =>
		command('restore', at('bucket.zip'), '--into', at('bucket'), ...passphrase(), ...options);

	await store.write('usage/one', Buffer.from('newer'));
	await store.remove('uploads/one');
	expect(await restored()).toMatchObject({ code: 2, notes: expect.stringContaining('--bucket fill') as string });
	expect([existsSync(at('bucket')), await contents()]).toEqual([false, { 'usage/one': 'newer' }]);

	const filled = await restored('--bucket', 'fill');
	expect([filled.code, filled.notes]).toEqual([0, '']);
	expect(filled.result).toContain('1 were copied, and the bucket had 1 already');
	expect(await contents()).toEqual({ 'uploads/one': 'upload', 'usage/one': 'newer' });
	expect((await readdir(at('bucket'))).toSorted()).toEqual(['bucket.yaml', 'environment', 'temporal']);

	await rm(at('bucket'), { recursive: true });
	for (const key of Object.keys(await contents())) await store.remove(key);
	expect(await restored()).toMatchObject({ code: 0, notes: '' });
	expect(await contents()).toEqual({ 'uploads/one': 'upload', 'usage/one': 'record' });

	await rm(at('bucket'), { recursive: true });
	expect(await restored('--bucket', 'skip')).toMatchObject({ code: 0, notes: '' });
	expect(await readFile(join(at('bucket'), 'blobs', 'uploads', 'one'), 'utf8')).toBe('upload');
});

test('another configuration names another bucket; a bucket that cannot be used, or a database in use, changes nothing', async () => {
	const { config } = await bucketWithBlobs('from');
	const { config: other, store, contents } = await bucketWithBlobs('to');
	for (const key of Object.keys(await contents())) await store.remove(key);
	await writeFile(at('missing.yaml'), (await readFile(other, 'utf8')).replace('"leads"', '"missing"'));
	const [used, empty] = await Promise.all(['used', 'unused'].map((name) => cluster.database(name)));
	await query(used ?? '', 'CREATE TABLE executions AS SELECT 1 AS id');
	const from = ['--config', config, '--temporal-postgresql', used ?? '', '--no-configuration'];
	expect(await command('backup', at('from.zip'), ...from)).toMatchObject({ code: 0, notes: '' });
	const restored = (database: string | undefined, configuration: string) => {
		const options = ['--temporal-postgresql', database ?? '', '--config', configuration];
		return command('restore', at('from.zip'), '--into', at('from'), ...options);
	};

	const said = (text: string) => ({ code: 1, notes: expect.stringContaining(text) as string });
	expect(await restored(empty, at('missing.yaml'))).toMatchObject(said('bucket missing'));
	expect(await restored(used, other)).toMatchObject(said('already exists'));
	expect([existsSync(at('from')), await contents()]).toEqual([false, {}]);
	expect(await restored(empty, other)).toMatchObject({ code: 0, notes: '' });
	expect(await contents()).toEqual({ 'uploads/one': 'upload', 'usage/one': 'record' });
	expect(await query(empty ?? '', 'SELECT id FROM executions')).toEqual([{ id: 1 }]);
});

test.each<[what: string, run: () => ReturnType<typeof command>, said: RegExp]>([
	['no passphrase', () => backup('a.zip', ...sqlite()), /--passphrase-file/],
	['a short passphrase', () => backup('a.zip', ...sqlite(), ...passphrase('unit.env')), /at least 16 characters/],
	['no database', () => backup('a.zip', ...passphrase()), /--temporal-sqlite <file>/],
	[
		'a database that does not exist',
		() => backup('a.zip', '--temporal-sqlite', at('none'), ...passphrase()),
		/There is no database at/,
	],
	[
		'a password in an argument',
		() => backup('a.zip', '--no-configuration', '--temporal-postgresql', 'postgresql://a:its-password@host/c'),
		/PGPASSWORD/,
	],
	['an archive that exists', () => backup('whole.zip', ...sqlite(), ...passphrase()), /whole\.zip exists/],
	[
		'a wrong passphrase',
		() => command('restore', at('whole.zip'), '--into', at('none'), ...passphrase('other')),
		/The passphrase is wrong/,
	],
	[
		'a folder in use',
		() => command('restore', at('whole.zip'), '--into', at('whole'), ...passphrase()),
		/is not empty/,
	],
])('%s is refused, and nothing is left behind', async (_what, attempt, said) => {
	const before = await readdir(folder);
	const { code, notes } = await attempt();
	expect([code, notes]).toEqual([2, expect.stringMatching(said)]);
	expect(notes).not.toContain('its-password');
	expect(await readdir(folder)).toEqual(before);
});
