// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** The proxy of compose.production.yaml, in the release of its image. A newer or older one of the machine is not used. */
export const CADDY = {
	package: 'github.com/caddyserver/caddy/v2/cmd/caddy',
	version: '2.10.2',
	entry: 'proxies',
	what: 'Caddy',
	onlyCached: true,
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `caddy`
 */
export function findCaddy(options) {
	return findGoProgram(CADDY, options);
}
