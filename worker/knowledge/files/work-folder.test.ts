import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWorkFolder, removeLeftFolders } from './work-folder';

const base = join(mkdtempSync(join(tmpdir(), 'work-folders-')), 'drafts');
afterAll(() => rm(base, { recursive: true, force: true }));

it('removes what killed processes left, and nothing of a running one', async () => {
	const own = await newWorkFolder(base);
	const { pid: ended } = spawnSync(process.execPath, ['--version']);
	// A restarted container has the same process ids: the second one is a folder of an earlier life.
	const left = [`set-${ended}-a`, `set-${process.pid}-b`].map((name) => join(base, name));
	const others = [`set-${process.ppid}-c`, 'draft'].map((name) => join(base, name));
	for (const folder of [...left, ...others]) {
		mkdirSync(folder);
		writeFileSync(join(folder, 'set'), 'question,answer');
	}
	expect(await removeLeftFolders(base)).toBe(2);
	expect(left.map((folder) => existsSync(folder))).toEqual([false, false]);
	expect([own.path, ...others].map((folder) => existsSync(folder))).toEqual([true, true, true]);
	await own.remove();
	expect(existsSync(own.path)).toBe(false);
	expect(await removeLeftFolders(join(base, 'missing'))).toBe(0);
});
