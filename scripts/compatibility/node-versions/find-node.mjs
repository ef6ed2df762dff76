// @ts-check
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { installPinned } from '../../release/packages/install-pinned.mjs';

/**
 * The versions of Node that the packages support, each with the release that is tested: the newest that npm has for Linux
 * on x64 and arm64.
 */
export const NODE_VERSIONS = /** @type {const} */ ({ 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' });

/**
 * A release of Node from its npm package, in the cache.
 * @param {keyof typeof NODE_VERSIONS} major
 * @param {{ cache: string, signal?: AbortSignal }} options
 * @returns {Promise<string>} the folder with `node`, for a PATH
 * @throws {import('../../readable-error.mjs').ReadableError} npm has none for this kind of machine
 */
export async function findNode(major, { cache, signal }) {
	const version = NODE_VERSIONS[major];
	const name = `node-${process.platform}-${process.arch}`;
	const entry = { cache, name: 'node', key: `${version}-${process.platform}-${process.arch}` };
	return cachedFolder(entry, { signal }, async (draft) => {
		await installPinned(
			{ [name]: version },
			{
				folder: draft,
				signal,
				whatToDo: 'Only Linux has such packages. Elsewhere, run the tests with each Node yourself.',
			},
		);
		await mkdir(join(draft, 'bin'));
		// The program alone: its headers are of no use here.
		await copyFile(join(draft, 'node_modules', name, 'bin', 'node'), join(draft, 'bin', 'node'));
		await rm(join(draft, 'node_modules'), { recursive: true });
	}).then((folder) => join(folder, 'bin'));
}
