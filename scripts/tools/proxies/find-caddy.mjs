// @ts-check
import { findPythonProgram } from '../python/find-python-program.mjs';

/** The proxy of compose.production.yaml, in the release of its image. A newer or older one of the machine is not used. */
export const CADDY = /** @satisfies {import('../python/find-python-program.mjs').PythonProgram} */ ({
	list: 'caddy',
	name: 'caddy',
	what: 'The proxy of the compose file (Caddy)',
	onlyPinned: true,
});

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `caddy`
 */
export function findCaddy(options) {
	return findPythonProgram(CADDY, options);
}
