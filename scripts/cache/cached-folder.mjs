// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, basename, join } from 'node:path';
import { withLock } from './entry-lock.mjs';

const COMPLETE = '.complete';

/**
 * @typedef {object} CacheEntry
 * @property {string} cache the cache folder
 * @property {string} name what it is, e.g. `n8n`
 * @property {string} key its version and other inputs of its build; safe as a folder name
 */

/**
 * Where an entry is, or will be.
 * @param {CacheEntry} entry
 * @returns {string}
 */
export function entryFolder({ cache, name, key }) {
	return join(cache, name, key);
}

/**
 * Whether the entry exists and is complete.
 * @param {CacheEntry} entry
 * @returns {boolean}
 */
export function isCached(entry) {
	return existsSync(join(entryFolder(entry), COMPLETE));
}

/**
 * The folder of an entry. If it does not exist, `build` creates it. The build uses its own folder, which is renamed
 * when it is complete, so no process sees a partial entry. Two processes never build the same entry at once.
 * @param {CacheEntry} entry
 * @param {object} options
 * @param {(pid: number) => void} [options.onWait] another process is building it
 * @param {AbortSignal} [options.signal]
 * @param {(folder: string) => Promise<void>} build fills the given folder. That folder is renamed
 *   afterwards: nothing in it may hold its absolute path
 * @returns {Promise<string>} the entry's folder
 */
export async function cachedFolder(entry, options, build) {
	const folder = entryFolder(entry);
	if (isCached(entry)) return folder;
	return withLock(`${folder}.lock`, options, async () => {
		if (isCached(entry)) return folder;
		await removeLeftovers(folder);
		const draft = `${folder}.partial-${process.pid}`;
		await mkdir(draft, { recursive: true });
		try {
			await build(draft);
			await writeFile(join(draft, COMPLETE), `${new Date().toISOString()}\n`);
			await rename(draft, folder);
		} catch (error) {
			await rm(draft, { recursive: true, force: true });
			throw error;
		}
		return folder;
	});
}

/**
 * Removes what a killed build has left. Call it only under the lock.
 * @param {string} folder
 */
async function removeLeftovers(folder) {
	await rm(folder, { recursive: true, force: true });
	const siblings = await readdir(dirname(folder));
	const partial = siblings.filter((name) => name.startsWith(`${basename(folder)}.partial-`));
	await Promise.all(partial.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })));
}
