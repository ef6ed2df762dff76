// @ts-check
import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, isCached } from '../cache/cached-folder.mjs';
import { hashFiles } from '../cache/hash-files.mjs';
import { isRecord, parseJson, valueAt } from '../json.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { placeSqlite } from './place-sqlite.mjs';
import { n8nIn } from './installation.mjs';
import { findPnpm } from './pnpm.mjs';

/** What is installed: n8n, Node 24 and node-gyp, pinned, with a lock of its own. */
const MANIFEST = fileURLToPath(new URL('./install', import.meta.url));

/**
 * Packages of another release of n8n, instead of the pinned one's. An unlocked install takes the newest packages that
 * n8n's ranges allow, and these do not fit old releases: a newer LangGraph needs a newer `@langchain/core`, and n8n
 * 2.0.0 then has no command at all.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const OVERRIDES = {
	'2.0.0': {
		'@langchain/langgraph': '1.0.2',
		'@langchain/langgraph-checkpoint': '1.0.0',
		'@langchain/langgraph-sdk': '1.0.0',
	},
};

/**
 * @typedef {object} InstallOptions
 * @property {string} cache the cache folder
 * @property {string} [version] another release of n8n, whose packages have no lock. Default: the pinned one
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
	const { cache, version, report = () => {}, signal } = options;
	const onWait = (/** @type {number} */ pid) => report(`waiting for process ${pid}, which is already installing it`);
	const folder = await cachedFolder(await entryOf(cache, version), { onWait, signal }, async (draft) => {
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

/**
 * @param {string} cache
 * @param {string} [version]
 */
async function entryOf(cache, version) {
	const hash = await hashFiles(MANIFEST, ['package.json', ...(version === undefined ? ['pnpm-lock.yaml'] : [])]);
	const key = [process.platform, process.arch, hash.slice(0, 12), ...(version === undefined ? [] : [version])];
	const overrides = OVERRIDES[version ?? ''];
	if (overrides !== undefined) {
		key.push(createHash('sha256').update(JSON.stringify(overrides)).digest('hex').slice(0, 8));
	}
	return { cache, name: 'n8n', key: key.join('-') };
}

/**
 * @param {string} folder
 * @param {InstallOptions & { report: (text: string) => void }} options
 */
async function installPackages(folder, { cache, version, report, logFile, niceness, signal }) {
	report('fetching pnpm');
	const pnpm = await findPnpm({ cache, logFile, signal });
	await placeManifest(folder, version);

	report('fetching its packages');
	// Its own store on the same disk: files are linked, not copied. It stays after a failure, so that a second attempt
	// is short.
	const store = join(cache, 'pnpm-store');
	await runCommand(
		process.execPath,
		[
			...[
				pnpm,
				'install',
				...(version === undefined ? ['--frozen-lockfile'] : []),
				'--ignore-scripts',
				'--config.node-linker=hoisted',
			],
			...['--store-dir', store, '--reporter', 'append-only', '--loglevel', 'info'],
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
 * @param {string} folder
 * @param {string} [version] of n8n, instead of the one that is locked
 */
async function placeManifest(folder, version) {
	if (version === undefined) {
		for (const file of ['package.json', 'pnpm-lock.yaml']) await copyFile(join(MANIFEST, file), join(folder, file));
		return;
	}
	const manifest = parseJson(await readFile(join(MANIFEST, 'package.json'), 'utf8'));
	const pnpm = valueAt(manifest, 'pnpm');
	if (!isRecord(manifest) || !isRecord(manifest['dependencies']) || !isRecord(pnpm) || !isRecord(pnpm['overrides']))
		throw new TypeError('The manifest of n8n is invalid.');
	manifest['dependencies']['n8n'] = version;
	Object.assign(pnpm['overrides'], OVERRIDES[version]);
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}

/**
 * @param {string} line of pnpm, e.g. `Progress: resolved 0, reused 0, downloaded 414, added 109`
 * @param {(text: string) => void} report
 */
function reportProgress(line, report) {
	const found = /downloaded (\d+), added (\d+)/.exec(line);
	if (found) report(`packages: ${found[1]} fetched, ${found[2]} in place, of about 2,200`);
}
