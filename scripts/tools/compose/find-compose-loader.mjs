// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/**
 * The program that Docker Compose reads its files with. It holds a file against the schema of the Compose Specification
 * and prints what the file means.
 */
export const COMPOSE_LOADER = {
	package: 'github.com/compose-spec/compose-go/v2/cmd',
	version: '2.16.2',
	entry: 'compose-loader',
	what: 'The loader of compose files (compose-go)',
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} its path
 */
export function findComposeLoader(options) {
	return findGoProgram(COMPOSE_LOADER, options);
}
