// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cachedFolder, entryFolder, isCached } from '../../cache/cached-folder.mjs';
import { findCommand } from '../../processes/find-command.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { findGo, isGoAvailable } from './find-go.mjs';

/**
 * @typedef {object} GoProgram
 * @property {string} package the package of its main function; its last part is the program's name
 * @property {string} version of its module, without the v
 * @property {string} entry its name in the cache
 * @property {string} what it is, for people
 * @property {boolean} [onlyCached] a program of that name on the PATH is not used. Default: false
 */

/**
 * A program that is published as a Go module: on the PATH, else in the cache, else built with Go, which takes minutes.
 * @param {GoProgram} program
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no way to get one
 */
export async function findGoProgram(program, options) {
	const onPath = await pathOf(program, options.env);
	if (onPath !== null) return onPath;
	const entry = entryOf(program, options.cache);
	if (!isCached(entry)) {
		const { signal } = options;
		await cachedFolder(entry, { signal }, (folder) => build(program, join(folder, nameOf(program)), options));
	}
	return join(entryFolder(entry), nameOf(program));
}

/**
 * Whether `findGoProgram` would find a program. It fetches and builds nothing.
 * @param {GoProgram} program
 * @param {{ cache: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<'here' | 'to build' | null>} null when there is no Go to build it with, and no way to get Go
 */
export async function lookForGoProgram(program, { cache, env }) {
	if ((await pathOf(program, env)) !== null || isCached(entryOf(program, cache))) return 'here';
	return (await isGoAvailable({ cache, env })) ? 'to build' : null;
}

/**
 * @param {GoProgram} program
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>}
 */
async function pathOf(program, env) {
	return program.onlyCached === true ? null : findCommand(nameOf(program), env);
}

/**
 * The last part of the package that is no major version, as Go names the program.
 * @param {GoProgram} program
 */
const nameOf = (program) => basename(program.package.replace(/\/v\d+$/, ''));

/**
 * @param {GoProgram} program
 * @param {string} cache
 */
function entryOf(program, cache) {
	const key = `${nameOf(program)}-${program.version}-${process.platform}-${process.arch}`;
	return { cache, name: program.entry, key };
}

/**
 * Builds in its own module: `go install` accepts no module that replaces its dependencies.
 * @param {GoProgram} program
 * @param {string} file
 * @param {import('../python/python-package.mjs').FetchOptions} obtaining
 */
async function build(program, file, { cache, env = process.env, logFile, report, signal }) {
	const name = nameOf(program);
	const go = await findGo({ cache, env, logFile, report, signal });
	if (!go) {
		throw new ReadableError(
			`${program.what} is not on this machine. The machine also lacks Go to build "${name}", and Python to fetch Go.`,
			`Install one of these: Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv), Go 1.25 or newer, or ${name}.`,
		);
	}
	report?.('building it with Go (takes some minutes)');
	const folder = await mkdtemp(join(tmpdir(), `agent-knowledge-build-${name}-`));
	// A less frequent garbage collection makes the short-lived compiler much faster.
	const options = {
		cwd: folder,
		env: { GOGC: '400', CGO_ENABLED: '0', ...env },
		logFile,
		signal,
		whatToDo: `Install ${name} yourself so that it is on the PATH.`,
	};
	try {
		await runCommand(go, ['mod', 'init', 'build'], options);
		await runCommand(go, ['get', `${program.package}@v${program.version}`], options);
		await runCommand(go, ['build', '-ldflags=-s -w', '-o', file, program.package], options);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
