// @ts-check
import { join } from 'node:path';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { findCommand } from '../../processes/find-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { unpackDebian } from './unpack-debian.mjs';

/**
 * The programs, with the libraries that Debian does not have on every machine. A new package needs a new number in
 * `KEY`.
 */
const PACKAGES = [
	...['nginx', 'caddy', 'apache2-bin', 'haproxy'],
	...['libapr1', 'libaprutil1', 'libcurl4', 'libjansson4', 'liblua5.3-0', 'libnghttp2-14'],
	...['libopentracing-c-wrapper0', 'libopentracing1', 'libpcre2-8-0'],
];
const KEY = `debian-2-${process.arch}`;
const TRIPLETS = /** @type {Record<string, string>} */ ({ x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' });

/**
 * The reverse proxies of the documentation.
 * @typedef {object} Proxies
 * @property {string} nginx
 * @property {string} caddy
 * @property {string} apache2
 * @property {string} haproxy
 * @property {string} apacheModules folder of Apache's modules
 * @property {NodeJS.ProcessEnv} env their environment
 */

/**
 * The installed programs, else those of Debian's packages, unpacked in the cache and installed nowhere.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} options
 * @returns {Promise<Proxies>}
 * @throws {ReadableError} they are not installed, and this machine has no apt-get
 */
export async function findProxies({ cache, env = process.env, signal }) {
	const search = { PATH: `${env.PATH ?? ''}:/usr/sbin` };
	const [nginx, caddy, apache2, haproxy] = await Promise.all(
		['nginx', 'caddy', 'apache2', 'haproxy'].map((name) => findCommand(name, search)),
	);
	if (nginx && caddy && apache2 && haproxy)
		return { nginx, caddy, apache2, haproxy, apacheModules: '/usr/lib/apache2/modules', env };
	if ((await findCommand('apt-get', env)) === null)
		throw new ReadableError(
			'nginx, Caddy, Apache and HAProxy are not all installed, and only Debian and Ubuntu can fetch them.',
			'Install the four, or run this test on Debian.',
		);
	const root = join(await cachedFolder({ cache, name: 'proxies', key: KEY }, { signal }, unpack), 'root');
	return {
		nginx: join(root, 'usr/sbin/nginx'),
		caddy: join(root, 'usr/bin/caddy'),
		apache2: join(root, 'usr/sbin/apache2'),
		haproxy: join(root, 'usr/sbin/haproxy'),
		apacheModules: join(root, 'usr/lib/apache2/modules'),
		env: { ...env, LD_LIBRARY_PATH: join(root, 'usr/lib', TRIPLETS[process.arch] ?? '') },
	};
}

/** @param {string} folder */
async function unpack(folder) {
	const whatToDo = 'As root, run: apt-get update. Or: apt-get install nginx-light caddy apache2-bin haproxy';
	await unpackDebian(folder, PACKAGES, whatToDo);
}
