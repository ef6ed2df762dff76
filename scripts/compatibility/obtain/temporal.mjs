// @ts-check
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { findTemporalServer } from '../../temporal/find-server.mjs';
import { findOfRelease, NEWEST_SERVER, OLDEST_SERVER, serverProgram } from '../../temporal/server-programs.mjs';

/** The newest release of each minor version that Go's module proxy has with all that it needs: 1.31.3 to 1.31.5 lack some. */
export const TEMPORAL_VERSIONS = [OLDEST_SERVER, '1.30.9', '1.31.2', NEWEST_SERVER];

const START_DEV = fileURLToPath(new URL('../temporal/start-dev.mjs', import.meta.url));

/**
 * The pinned command line holds the oldest server. A newer one is the server's own program, built with Go. The finder of
 * the tests takes `temporal` from the PATH: there, a script starts that server, and the pinned command line does the rest.
 * @type {import('../products.mjs').Obtain}
 */
export async function obtainTemporal(version, options) {
	const cli = await findTemporalServer(options);
	if (version === OLDEST_SERVER) return checked(version, cli, pathWith(join(cli, '..')));
	const server = await findOfRelease(serverProgram(version), options);
	const folder = join(workspaceRoot, 'test-results', `temporal-${version}`);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'temporal'), script(server, cli));
	await chmod(join(folder, 'temporal'), 0o755);
	return checked(version, server, pathWith(folder));
}

/**
 * @param {string} version
 * @param {string} program that prints its server's version
 * @param {Record<string, string>} env
 */
async function checked(version, program, env) {
	const printed = await runCommand(program, ['--version']);
	if (printed.includes(version)) return env;
	throw new ReadableError(`The program for Temporal's server ${version} is another: ${printed.trim()}.`);
}

/** @param {string} folder */
function pathWith(folder) {
	return { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * @param {string} server
 * @param {string} cli
 */
function script(server, cli) {
	return [
		'#!/bin/sh',
		`if [ "$1 $2" = "server start-dev" ]; then shift 2; exec "${process.execPath}" "${START_DEV}" "${server}" "${cli}" "$@"; fi`,
		`exec "${cli}" "$@"`,
		'',
	].join('\n');
}
