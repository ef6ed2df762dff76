// @ts-check
import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { cachedFolder } from './cached-folder.mjs';

/**
 * The folder with tools of their own lockfile, installed into the cache when it is not there. They stand apart because
 * only one script or test uses them, or because they need overrides, which a package of ours may not have.
 * @param {object} tooling
 * @param {string} tooling.name of the entry in the cache
 * @param {string} tooling.manifestFolder has package.json and package-lock.json
 * @returns {Promise<string>} a folder with node_modules
 * @throws {import('../readable-error.mjs').ReadableError} the packages cannot be installed
 */
export async function toolingFolder({ name, manifestFolder }) {
	const lock = await readFile(join(manifestFolder, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	return cachedFolder({ cache: cacheFolder(), name, key }, {}, async (folder) => {
		await cp(manifestFolder, folder, { recursive: true });
		const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await runCommand('npm', args, { cwd: folder, whatToDo: 'Check that this machine can reach the package registry.' });
	});
}
