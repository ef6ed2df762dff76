// @ts-check
import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { cachedFolder } from '../cache/cached-folder.mjs';
import { cacheFolder } from '../cache/cache-folder.mjs';
import { runCommand } from '../processes/run-command.mjs';

const SITE = path.join(workspaceRoot, 'docs/site');

/**
 * The folder with VitePress, installed from the lockfile in docs/site into the cache if it is not there. The site's
 * tools are no part of the workspace, because only the build of the site needs them.
 * @returns {Promise<string>} a folder with node_modules
 */
export async function siteTooling() {
	const lock = await readFile(path.join(SITE, 'package-lock.json'));
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	return cachedFolder({ cache: cacheFolder(), name: 'docs-site', key }, {}, async (folder) => {
		for (const name of ['package.json', 'package-lock.json']) await cp(path.join(SITE, name), path.join(folder, name));
		const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await runCommand('npm', args, { cwd: folder, whatToDo: 'Check that this machine can reach the package registry.' });
	});
}
