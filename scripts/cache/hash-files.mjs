// @ts-check
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { hasCode } from '../readable-error.mjs';

/**
 * One SHA-256 over the names and contents of files and whole folders, in the same order everywhere. A missing path
 * counts as absent, so the hash changes when it appears.
 * @param {string} root the paths in the hash are relative to it
 * @param {string[]} paths files and folders below `root`
 * @param {(path: string) => boolean} [skip] skips a file or folder, by its path relative to `root`, with `/`
 * @returns {Promise<string>} hexadecimal
 */
export async function hashFiles(root, paths, skip = () => false) {
	const hash = createHash('sha256');
	for (const path of [...paths].sort()) {
		for await (const file of filesBelow(root, join(root, path), skip)) {
			hash
				.update(`${file}\0`)
				.update(await readFile(join(root, file)))
				.update('\0');
		}
	}
	return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @param {(path: string) => boolean} skip
 * @returns {AsyncGenerator<string>}
 */
async function* filesBelow(root, path, skip) {
	const name = relative(root, path).split(sep).join('/');
	if (skip(name)) return;
	const found = await stat(path).catch((/** @type {unknown} */ error) => {
		if (hasCode(error, 'ENOENT')) return null;
		throw error;
	});
	if (found?.isFile()) yield name;
	if (!found?.isDirectory()) return;
	for (const child of (await readdir(path)).sort()) yield* filesBelow(root, join(path, child), skip);
}
