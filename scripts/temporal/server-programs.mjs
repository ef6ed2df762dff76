// @ts-check
import { findGoProgram } from '../tools/go/find-go-program.mjs';

/** The oldest release of the server that is supported. */
export const OLDEST_SERVER = '1.29.1';

/** The newest release that Go's module proxy has. */
export const NEWEST_SERVER = '1.32.2';

/**
 * @typedef {import('../tools/python/python-package.mjs').FetchOptions} FetchOptions
 * @typedef {import('../tools/go/find-go-program.mjs').GoProgram} GoProgram
 */

/**
 * The server's own program of a release, as operators run it.
 * @param {string} version e.g. `1.32.2`
 * @returns {GoProgram}
 */
export const serverProgram = (version) => programOf(version, 'cmd/server', `Temporal's server ${version}`);

/**
 * The program of a release that creates and updates the server's databases.
 * @param {string} version e.g. `1.32.2`
 * @returns {GoProgram}
 */
export const schemaTool = (version) => programOf(version, 'cmd/tools/sql', `The schema tool of Temporal ${version}`);

/**
 * Either of them: in the cache, else built with Go, which takes ten minutes for the first one of a release.
 * @param {GoProgram} program
 * @param {FetchOptions} options
 * @returns {Promise<string>} its path
 */
export function findOfRelease(program, options) {
	// A newer server asks for a newer Go, which comes from the module proxy too.
	return findGoProgram(program, { ...options, env: { ...(options.env ?? process.env), GOTOOLCHAIN: 'auto' } });
}

/**
 * @param {string} version
 * @param {string} path in the server's module
 * @param {string} what
 * @returns {GoProgram}
 */
function programOf(version, path, what) {
	// `server` and `sql` on a PATH may be anybody's.
	return { package: `go.temporal.io/server/${path}`, version, entry: 'temporal-server', what, onlyCached: true };
}
