// @ts-check
import { cachedFolder, entryFolder, isCached } from '../cache/cached-folder.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { messageOf, ReadableError } from '../readable-error.mjs';
import { downloadTemporal } from './download.mjs';
import { goInstallTemporal } from './go-install.mjs';
import { isUsableVersion, TEMPORAL_CLI_VERSION } from './version.mjs';
import { join } from 'node:path';

/**
 * The `temporal` program: on the PATH, else in the cache, else Temporal's own download, else built with Go.
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
	if (onPath && (await answersItsVersion(onPath))) return onPath;

	const entry = { cache, name: 'temporal', key: `cli-${TEMPORAL_CLI_VERSION}-${process.platform}-${process.arch}` };
	if (!isCached(entry)) {
		const onWait = (/** @type {number} */ pid) => report(`process ${pid} is installing it already; waiting for that`);
		await cachedFolder(entry, { onWait, signal }, async (folder) => {
			await obtain({ folder, env, releases, logFile, report, signal });
		});
	}
	return join(entryFolder(entry), 'temporal');
}

/**
 * @param {object} options
 * @param {string} options.folder
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} [options.releases]
 * @param {string} [options.logFile]
 * @param {(text: string) => void} options.report
 * @param {AbortSignal} [options.signal]
 */
async function obtain({ folder, env, releases, logFile, report, signal }) {
	const version = TEMPORAL_CLI_VERSION;
	report('downloading the release');
	try {
		await downloadTemporal({ version, folder, releases, signal });
		if (await answersItsVersion(join(folder, 'temporal'))) return;
	} catch (error) {
		signal?.throwIfAborted();
		report(`no download (${messageOf(error)}); building it with Go`);
	}
	const go = await findCommand('go', env);
	if (!go) {
		throw new ReadableError(
			`Temporal's server is not on this machine: there is no "temporal" on the PATH, its download did not answer, and there is no Go to build it with.`,
			'Install Go 1.24 or newer, or the Temporal CLI, or set TEMPORAL_ADDRESS to a Temporal server that runs; then start again.',
		);
	}
	report('building it with Go, some minutes');
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
async function answersItsVersion(binary) {
	const output = await runCommand(binary, ['--version'], { timeoutMs: 10_000 }).catch(() => '');
	return isUsableVersion(output);
}
