// @ts-check
import { join } from 'node:path';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { findCommand } from '../../processes/find-command.mjs';
import { unpackDebian } from './unpack-debian.mjs';

const KEY = `debian-1-${process.arch}`;

/**
 * Tinyproxy, a proxy for outward requests: the installed one, else that of Debian's package, unpacked in the cache.
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string | null>} null: it is not installed, and this machine has no apt-get
 */
export async function findTinyproxy({ cache, env = process.env }) {
	const installed = await findCommand('tinyproxy', { PATH: `${env.PATH ?? ''}:/usr/sbin` });
	if (installed !== null) return installed;
	if ((await findCommand('apt-get', env)) === null) return null;
	const folder = await cachedFolder({ cache, name: 'tinyproxy', key: KEY }, {}, (into) =>
		unpackDebian(into, ['tinyproxy-bin'], 'As root, run: apt-get update. Or: apt-get install tinyproxy-bin'),
	);
	return join(folder, 'root/usr/bin/tinyproxy');
}
