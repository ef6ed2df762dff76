// @ts-check
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cachedFolder } from '../cache/cached-folder.mjs';
import { cacheFolder } from '../cache/cache-folder.mjs';
import { createHash } from 'node:crypto';
import { runCommand } from '../processes/run-command.mjs';

const manifestFolder = fileURLToPath(new URL('tooling', import.meta.url));

/**
 * The folder with n8n's own lint and scanner, installed from our lockfile into the cache when it is not there.
 * They are kept apart because they need overrides, which an n8n package may not have.
 * @returns {Promise<string>} a folder with node_modules
 */
export async function toolingFolder() {
	const lock = await readFile(`${manifestFolder}/package-lock.json`);
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	return cachedFolder({ cache: cacheFolder(), name: 'n8n-checks', key }, {}, async (folder) => {
		await cp(manifestFolder, folder, { recursive: true });
		const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await runCommand('npm', args, { cwd: folder, whatToDo: 'Check that this machine can reach the package registry.' });
	});
}
