// @ts-check
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { ReadableError } from '../readable-error.mjs';
import { n8nIn } from './installation.mjs';

/** What a build by node-gyp needs. */
const COMPILER = ['python3', 'make', 'g++'];
/** The machines for which `@appthreat/sqlite3` carries a ready build of the same binding. */
const READY = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * Gives n8n its SQLite: the one native module that has no ready build inside its package. The package of a fork
 * has one for some machines. On other machines it is compiled, which takes about 90 s.
 * @param {string} folder where n8n was installed
 * @param {object} options
 * @param {string} [options.logFile]
 * @param {(text: string) => void} options.report
 * @param {number} [options.niceness]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>}
 */
export async function placeSqlite(folder, { logFile, report, niceness, signal }) {
	const modules = join(folder, 'node_modules');
	if (hasReadySqlite()) {
		const ready = join(modules, '@appthreat', 'sqlite3', 'prebuilds', `${process.platform}-${process.arch}`);
		const place = join(modules, 'sqlite3', 'build', 'Release');
		await mkdir(place, { recursive: true });
		await copyFile(join(ready, '@appthreat+sqlite3.glibc.node'), join(place, 'node_sqlite3.node'));
		return;
	}
	const missing = await missingForSqlite();
	if (missing.length > 0) {
		throw new ReadableError(
			`n8n's SQLite must be compiled on this machine, which lacks: ${missing.join(', ')}.`,
			'Install them (on Debian and Ubuntu: apt-get install build-essential python3) and start again. To start without n8n: npm start -- --without-n8n',
		);
	}
	report('compiling its SQLite (takes about 90 s)');
	const { node, nodeHome } = await n8nIn(folder);
	await runCommand(node, [join(modules, 'node-gyp', 'bin', 'node-gyp.js'), 'rebuild', `--nodedir=${nodeHome}`], {
		logFile,
		niceness,
		signal,
		cwd: join(modules, 'sqlite3'),
		// node-gyp starts Node by its name. It must find the Node that will run n8n, and its headers.
		env: { ...process.env, PATH: `${join(nodeHome, 'bin')}:${process.env.PATH ?? ''}`, npm_config_nodedir: nodeHome },
	});
}

/**
 * The programs that placing n8n's SQLite needs and that are not there; none where a ready build is.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string[]>}
 */
export async function missingForSqlite(env = process.env) {
	if (hasReadySqlite()) return [];
	const found = await Promise.all(COMPILER.map((name) => findCommand(name, env)));
	return COMPILER.filter((_, at) => found[at] === null);
}

function hasReadySqlite() {
	return READY.includes(`${process.platform}-${process.arch}`);
}
