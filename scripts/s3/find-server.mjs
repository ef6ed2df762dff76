// @ts-check
import { join } from 'node:path';
import { cachedFolder, entryFolder, isCached } from '../cache/cached-folder.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { ReadableError } from '../readable-error.mjs';

/** A gateway that serves a folder by the S3 protocol: what the tests of buckets run against. */
const MODULE = 'github.com/versity/versitygw/cmd/versitygw';
const VERSION = '1.8.0';

/**
 * The S3 server `versitygw`: on the PATH, else in the cache, else built with Go, which takes a minute or two.
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} [options.env] whose PATH is looked at
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no way to get one
 */
export async function findS3Server({ cache, env = process.env }) {
	const onPath = await findCommand('versitygw', env);
	if (onPath) return onPath;
	const entry = { cache, name: 's3-server', key: `versitygw-${VERSION}-${process.platform}-${process.arch}` };
	if (!isCached(entry)) await cachedFolder(entry, {}, (folder) => build(folder, env));
	return join(entryFolder(entry), 'versitygw');
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function build(folder, env) {
	const go = await findCommand('go', env);
	if (!go) {
		throw new ReadableError(
			'The S3 server of the tests is not on this machine: there is no "versitygw" on the PATH, and no Go to build it with.',
			'Install Go 1.25 or newer, or versitygw.',
		);
	}
	await runCommand(go, ['install', '-ldflags=-s -w', `${MODULE}@v${VERSION}`], {
		// The compiler is short-lived: a lazier garbage collector makes it a good deal faster.
		env: { GOGC: '400', CGO_ENABLED: '0', ...env, GOBIN: folder },
		whatToDo: 'Install versitygw yourself so that it is on the PATH.',
	});
}
