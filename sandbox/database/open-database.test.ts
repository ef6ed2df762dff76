import { chmodSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './open-database';

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
