import { chmodSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { migrate, type Migration, migrations, openDatabase } from './open-database';
import { SqlDatabase } from './sql-database';

it('opens a database that only its owner can read, also one that others could', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'sandbox-open-'));
	const file = join(folder, 'sandbox.db');
	const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
	openDatabase(file).close();
	const atFirst = await modeOf(file);
	chmodSync(file, 0o644);

	const database = openDatabase(file);
	const modes = await Promise.all([file, `${file}-wal`, `${file}-shm`].map(modeOf));
	database.close();

	expect(atFirst).toBe(0o600);
	expect(modes).toEqual([0o600, 0o600, 0o600]);
	await rm(folder, { recursive: true });
});

const LATE = 10;
const early = migrations.filter(({ version }) => version !== LATE && version <= 16);

let folder: string;
let file: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-migrate-'));
	file = join(folder, 'sandbox.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function inDatabase<Result>(database: SqlDatabase, work: (database: SqlDatabase) => Result): Result {
	try {
		return work(database);
	} finally {
		database.close();
	}
}

const objectSchema = z.object({ name: z.string(), sql: z.string().nullable() });
const objectsOf = (database: SqlDatabase) =>
	database.all(objectSchema, "SELECT name, sql FROM sqlite_schema WHERE name <> 'applied_migrations' ORDER BY name");
const namesOf = (objects: { name: string }[]) => objects.map(({ name }) => name);
const whole = () => inDatabase(openDatabase(join(folder, 'whole.db')), objectsOf);

describe('migrate', () => {
	it('applies a step that came in later, below those that were applied', () => {
		inDatabase(new SqlDatabase(file), (database) => migrate(database, early));

		expect(namesOf(inDatabase(openDatabase(file), objectsOf))).toEqual(namesOf(whole()));
	});

	it('brings a folder from before steps were noted to the same form', () => {
		inDatabase(new SqlDatabase(file), (database) => {
			for (const { sql } of early) database.script(sql);
			database.script(`
				DROP INDEX messages_at;
				DROP INDEX leads_of_agent;
				CREATE INDEX leads_of_agent ON leads (agent_id, captured_at DESC, id DESC);
				PRAGMA user_version = 16;
			`);
		});

		expect(inDatabase(openDatabase(file), objectsOf)).toEqual(whole());
	});

	it('applies each step once', () => {
		openDatabase(file).close();
		const before = inDatabase(openDatabase(file), objectsOf);

		expect(inDatabase(openDatabase(file), objectsOf)).toEqual(before);
	});

	it('refuses what a newer sandbox wrote', () => {
		const newer: Migration[] = [...migrations, { version: 1000, sql: 'CREATE TABLE newer (id INTEGER)' }];
		inDatabase(new SqlDatabase(file), (database) => migrate(database, newer));

		expect(() => openDatabase(file)).toThrow('newer sandbox (version 1000');
	});

	it('leaves nothing of a step that fails', () => {
		const broken: Migration[] = [
			{ version: 1, sql: 'CREATE TABLE half (id INTEGER); CREATE TABLE half (id INTEGER);' },
		];
		inDatabase(new SqlDatabase(file), (database) => {
			expect(() => migrate(database, broken)).toThrow('half');
			expect(objectsOf(database)).toEqual([]);
		});
	});
});
