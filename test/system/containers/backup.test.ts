import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/time/eventually';
import { ago } from '../../support/time/moments';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { DebianPostgresql } from './debian-postgresql';

const SCRIPT = join(workspaceRoot, 'deploy/backup/backup.sh');
const DATABASES = ['temporal', 'temporal_visibility', 'n8n'];
const TWO_DAYS_MS = 48 * 3_600_000;

let postgresql: DebianPostgresql;
let folder: string;

beforeAll(async () => {
	postgresql = await DebianPostgresql.start();
});
afterAll(() => postgresql.stop());

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-backup-'));
	for (const name of ['backups', 'blobs/uploads']) await mkdir(join(folder, name), { recursive: true });
	await writeFile(join(folder, 'blobs/uploads/one'), 'before');
	for (const name of DATABASES) {
		await postgresql.sql('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		await postgresql.sql('postgres', `CREATE DATABASE ${name}`);
		await postgresql.sql(name, `CREATE TABLE kept (word text); INSERT INTO kept VALUES ('${name}')`);
	}
});
afterEach(() => rm(folder, { recursive: true }));

const places = () => ({ BACKUP_FOLDER: join(folder, 'backups'), BACKUP_BLOBS: join(folder, 'blobs') });
const script = (args: string[], more: Record<string, string> = {}) =>
	runCommand('bash', [SCRIPT, ...args], { env: { ...postgresql.env, ...places(), ...more } });
const backups = () => readdir(join(folder, 'backups'));
const words = () => Promise.all(DATABASES.map((name) => postgresql.sql(name, 'SELECT word FROM kept ORDER BY word')));

async function backUp(more: Record<string, string> = {}): Promise<string> {
	const said = await script(['now'], more);
	const name = /Backed up as (\w+)\./.exec(said)?.[1];
	if (name === undefined) throw new Error(said);
	return name;
}

async function change(): Promise<void> {
	for (const name of DATABASES) await postgresql.sql(name, "INSERT INTO kept VALUES ('later')");
	await writeFile(join(folder, 'blobs/uploads/one'), 'after');
	await writeFile(join(folder, 'blobs/uploads/later'), 'later');
}

test('what was backed up comes back, and what came later is gone', async () => {
	const name = await backUp();
	expect(await backups()).toEqual([name]);
	await change();
	await script(['restore', name]);
	expect(await words()).toEqual(DATABASES);
	expect(await readdir(join(folder, 'blobs/uploads'))).toEqual(['one']);
	expect(await readFile(join(folder, 'blobs/uploads/one'), 'utf8')).toBe('before');
});

test('a blob that a task adds or removes while the databases are saved comes back', async () => {
	const [programs, uploads] = [join(folder, 'programs'), join(folder, 'blobs/uploads')];
	await mkdir(programs);
	const PATH = postgresql.env['PATH'];
	const meanwhile = `rm -f '${uploads}/one'; echo later >'${uploads}/later'`;
	await writeFile(join(programs, 'pg_dump'), `#!/bin/sh\n${meanwhile}\nPATH='${PATH}' exec pg_dump "$@"\n`, {
		mode: 0o755,
	});
	const name = await backUp({ PATH: `${programs}:${PATH}` });
	expect(await readdir(uploads)).toEqual(['later']);
	await script(['restore', name]);
	expect((await readdir(uploads)).toSorted()).toEqual(['later', 'one']);
});

test('a restore changes nothing while a program uses a database', async () => {
	const name = await backUp();
	await change();
	const user = await startService({
		name: 'a program',
		command: 'psql',
		args: ['--dbname', 'n8n', '--command', "SELECT 'connected'; SELECT pg_sleep(600)", '--echo-queries'],
		env: postgresql.env,
		logFile: join(workspaceRoot, 'test-results/confined/psql.log'),
	});
	try {
		const connected = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'n8n'";
		await eventually(
			() => postgresql.sql('postgres', connected),
			(count) => count !== '0',
			'psql connects a moment later',
		);
		await expect(script(['restore', name])).rejects.toThrow(/1 connections use the database n8n/);
	} finally {
		await user.stop();
	}
	expect((await words()).every((each) => each.includes('later'))).toBe(true);
	expect(await readFile(join(folder, 'blobs/uploads/one'), 'utf8')).toBe('after');
});

test('a damaged backup is neither restored nor called healthy', async () => {
	const name = await backUp();
	await script(['check']);
	await writeFile(join(folder, 'backups', name, 'n8n.dump'), 'damaged');
	await expect(script(['check'])).rejects.toThrow(/damaged/);
	await change();
	await expect(script(['restore', name])).rejects.toThrow(/Nothing was changed/);
	expect((await words()).every((each) => each.includes('later'))).toBe(true);
});

test('an old backup, or none, is not healthy', async () => {
	await expect(script(['check'])).rejects.toThrow(/There is no backup/);
	const name = await backUp();
	const before = ago(TWO_DAYS_MS);
	await utimes(join(folder, 'backups', name), before, before);
	await expect(script(['check'])).rejects.toThrow(/is old/);
});

test('only the newest are kept, and a backup that failed leaves none', async () => {
	for (const old of ['20200101T000000Z', '20200102T000000Z', '20200103T000000Z'])
		await mkdir(join(folder, 'backups', old));
	await expect(script(['now'], { BACKUP_DATABASES: 'missing' })).rejects.toThrow(/missing/);
	await script(['now'], { BACKUP_KEEP: '2' });
	const kept = await backups();
	expect(kept).toHaveLength(2);
	expect(kept[0]).toBe('20200103T000000Z');
});
