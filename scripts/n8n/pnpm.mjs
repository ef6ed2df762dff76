// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../cache/cached-folder.mjs';
import { runCommand } from '../processes/run-command.mjs';

const VERSION = '10.34.9';

/**
 * pnpm, from npm into the cache: the machine's own may have another major version, or be missing.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {string} [options.logFile]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string>} its script, to be run with Node
 */
export async function findPnpm({ cache, logFile, signal }) {
	const folder = await cachedFolder({ cache, name: 'pnpm', key: VERSION }, { signal }, async (draft) => {
		await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
		await runCommand(
			'npm',
			['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', `pnpm@${VERSION}`],
			{
				cwd: draft,
				logFile,
				signal,
				whatToDo: 'Check that the package registry responds ("npm ping"), then start again.',
			},
		);
	});
	return join(folder, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
}
