// @ts-check
import { join } from 'node:path';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { ReadableError } from '../readable-error.mjs';
import { n8nIn } from './installation.mjs';

const DOWNLOAD_MS = 20_000;

/**
 * Gives n8n its SQLite: the one native module that has no ready build inside its package. Its ready build is tried
 * first, which lies at its publisher's; else it is compiled, about a minute and a half.
 * @param {string} folder where n8n was installed
 * @param {object} options
 * @param {string} [options.logFile]
 * @param {(text: string) => void} options.report
 * @param {number} [options.niceness]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>}
 */
export async function buildSqlite(folder, { logFile, report, niceness, signal }) {
	const { node, nodeHome } = await n8nIn(folder);
	const modules = join(folder, 'node_modules');
	const options = {
		cwd: join(modules, 'sqlite3'),
		logFile,
		niceness,
		signal,
		// node-gyp starts Node again by name: that must be the Node which will run n8n, and its headers.
		env: { ...process.env, PATH: `${join(nodeHome, 'bin')}:${process.env.PATH ?? ''}`, npm_config_nodedir: nodeHome },
	};

	report('fetching its SQLite');
	const downloaded = await runCommand(node, [join(modules, 'prebuild-install', 'bin.js'), '--runtime', 'napi'], {
		...options,
		timeoutMs: DOWNLOAD_MS,
	}).then(
		() => true,
		() => false,
	);
	signal?.throwIfAborted();
	if (downloaded) return;

	await needCompiler();
	report('compiling its SQLite, about 90 s');
	await runCommand(
		node,
		[join(modules, 'node-gyp', 'bin', 'node-gyp.js'), 'rebuild', `--nodedir=${nodeHome}`],
		options,
	);
}

/** @throws {ReadableError} a program that compiling needs is missing */
async function needCompiler() {
	const needed = ['python3', 'make', 'g++'];
	const found = await Promise.all(needed.map((name) => findCommand(name)));
	const missing = needed.filter((_, at) => found[at] === null);
	if (missing.length === 0) return;
	throw new ReadableError(
		`n8n's SQLite has to be compiled here, and this machine has no ${missing.join(', no ')}.`,
		'Install them (on Debian and Ubuntu: apt-get install build-essential python3) and start again, or leave n8n out: npm start -- --without-n8n',
	);
}
