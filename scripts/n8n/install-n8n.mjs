// @ts-check
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, isCached } from '../cache/cached-folder.mjs';
import { hashFiles } from '../cache/hash-files.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { placeSqlite } from './place-sqlite.mjs';
import { n8nIn } from './installation.mjs';
import { findPnpm } from './pnpm.mjs';

/** What is installed: n8n, Node 24 and node-gyp, pinned, with a lock of its own. */
const MANIFEST = fileURLToPath(new URL('./install', import.meta.url));

/**
 * @typedef {object} InstallOptions
 * @property {string} cache the cache folder
 * @property {string} [logFile] what the installers print
 * @property {(text: string) => void} [report] the current action
 * @property {number} [niceness] 0 to 19: CPU priority of the installers; a higher number gives way to other processes
 * @property {AbortSignal} [signal]
 */

/**
 * n8n's server in the cache, installed there when it is missing: 1 to 3 minutes, 2 GB.
 * @param {InstallOptions} options
 * @returns {Promise<import('./installation.mjs').N8nInstallation>}
 */
export async function installN8n(options) {
	const { cache, report = () => {}, signal } = options;
	const onWait = (/** @type {number} */ pid) => report(`waiting for process ${pid}, which is already installing it`);
	const folder = await cachedFolder(await entryOf(cache), { onWait, signal }, async (draft) => {
		await installPackages(draft, { ...options, report });
		await placeSqlite(draft, { ...options, report });
	});
	return n8nIn(folder);
}

/**
 * Whether n8n's server is in the cache.
 * @param {string} cache the cache folder
 * @returns {Promise<boolean>}
 */
export async function isN8nInstalled(cache) {
	return isCached(await entryOf(cache));
}

/** @param {string} cache */
async function entryOf(cache) {
	const hash = await hashFiles(MANIFEST, ['package.json', 'pnpm-lock.yaml']);
	return { cache, name: 'n8n', key: `${process.platform}-${process.arch}-${hash.slice(0, 12)}` };
}

/**
 * @param {string} folder
 * @param {InstallOptions & { report: (text: string) => void }} options
 */
async function installPackages(folder, { cache, report, logFile, niceness, signal }) {
	report('fetching pnpm');
	const pnpm = await findPnpm({ cache, logFile, signal });
	for (const file of ['package.json', 'pnpm-lock.yaml']) await copyFile(join(MANIFEST, file), join(folder, file));

	report('fetching its packages');
	// Its own store on the same disk: files are linked, not copied. It stays after a failure, so that a second attempt
	// is short.
	const store = join(cache, 'pnpm-store');
	await runCommand(
		process.execPath,
		[
			...[pnpm, 'install', '--frozen-lockfile', '--ignore-scripts', '--config.node-linker=hoisted'],
			...['--store-dir', store, '--reporter', 'append-only'],
		],
		{
			cwd: folder,
			logFile,
			niceness,
			signal,
			onLine: (line) => reportProgress(line, report),
			whatToDo:
				'Check that the package registry responds ("npm ping"), then start again. To start without n8n: npm start -- --without-n8n',
		},
	);
	await rm(store, { recursive: true, force: true });
}

/**
 * @param {string} line of pnpm, e.g. `Progress: resolved 0, reused 0, downloaded 414, added 109`
 * @param {(text: string) => void} report
 */
function reportProgress(line, report) {
	const found = /downloaded (\d+), added (\d+)/.exec(line);
	if (found) report(`packages: ${found[1]} fetched, ${found[2]} in place, of about 2,200`);
}
