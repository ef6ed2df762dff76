// @ts-check
import { findCommand } from '../../processes/find-command.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, else one on the PATH, else Debian's package, when it may be installed.
 * @param {object} [options]
 * @param {boolean} [options.install] whether it may be installed with apt-get; by default only in CI
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string} [options.logFile]
 * @param {(text: string) => void} [options.report]
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none
 */
export async function findChromium({ env = process.env, install = env.CI === 'true', logFile, report } = {}) {
	if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
	const found = await onPath(env);
	if (found) return found;
	if (install && (await mayInstall(env))) {
		report?.('installing chromium with apt-get');
		const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, logFile };
		await runCommand('apt-get', ['update'], quiet);
		await runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
		const installed = await onPath(env);
		if (installed) return installed;
	}
	throw new ReadableError(
		'This machine has no Chromium.',
		'Install it (on Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.',
	);
}

/**
 * Whether `findChromium` would find one. It installs nothing.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>}
 */
export async function isChromiumAvailable(env) {
	if (env.CHROMIUM_PATH || (await onPath(env)) !== null) return true;
	return env.CI === 'true' && (await mayInstall(env));
}

/** @param {NodeJS.ProcessEnv} env */
async function mayInstall(env) {
	return process.getuid?.() === 0 && (await findCommand('apt-get', env)) !== null;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>}
 */
async function onPath(env) {
	for (const name of NAMES) {
		const path = await findCommand(name, env);
		if (path) return path;
	}
	return null;
}
