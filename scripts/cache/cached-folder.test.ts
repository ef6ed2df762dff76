import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedFolder, isCached } from './cached-folder.mjs';

let cache: string;
beforeEach(async () => {
	cache = await mkdtemp(join(tmpdir(), 'ak-cache-'));
});
afterEach(() => rm(cache, { recursive: true }));

const entry = () => ({ cache, name: 'thing', key: 'v1' });

it('builds an entry once, however many ask at the same time', async () => {
	let builds = 0;
	const build = async (folder: string) => {
		builds += 1;
		await writeFile(join(folder, 'file'), 'whole');
	};
	const folders = await Promise.all([1, 2, 3].map(() => cachedFolder(entry(), {}, build)));
	expect(builds).toBe(1);
	expect(new Set(folders).size).toBe(1);
	expect(await readFile(join(folders[0] ?? '', 'file'), 'utf8')).toBe('whole');
});

it('leaves nothing behind when the build fails, and builds at the next attempt', async () => {
	const failing = cachedFolder(entry(), {}, () => Promise.reject(new Error('no network')));
	await expect(failing).rejects.toThrow('no network');
	expect(isCached(entry())).toBe(false);
	expect(await readdir(join(cache, 'thing'))).toEqual([]);
	await cachedFolder(entry(), {}, async () => {});
	expect(isCached(entry())).toBe(true);
});

it('replaces a build whose process has died, and removes its partial folder', async () => {
	await cachedFolder(entry(), {}, async () => {});
	await rm(join(cache, 'thing', 'v1'), { recursive: true });
	// No process has an id this large.
	await writeFile(join(cache, 'thing', 'v1.lock'), '99999999 dead');
	await writeFile(join(cache, 'thing', 'v1.partial-99999999'), 'half');
	await cachedFolder(entry(), {}, async () => {});
	expect(existsSync(join(cache, 'thing', 'v1.partial-99999999'))).toBe(false);
	expect(isCached(entry())).toBe(true);
});
