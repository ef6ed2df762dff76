// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cachedFolder, entryFolder, isCached } from '../cache/cached-folder.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { ReadableError } from '../readable-error.mjs';

/**
 * @typedef {object} GoProgram
 * @property {string} package the package of its main function; its last part is the program's name
 * @property {string} version of its module, without the v
 * @property {string} entry its name in the cache
 * @property {string} what it is, for people
 */

/**
 * A program that is published as a Go module: on the PATH, else in the cache, else built with Go, which takes minutes.
 * @param {GoProgram} program
 * @param {object} options
 * @param {string} options.cache the cache folder
 * @param {NodeJS.ProcessEnv} [options.env] whose PATH is looked at
 * @returns {Promise<string>} its path
 * @throws {ReadableError} there is none, and no way to get one
 */
export async function findGoProgram(program, { cache, env = process.env }) {
	const name = basename(program.package);
	const onPath = await findCommand(name, env);
	if (onPath) return onPath;
	const key = `${name}-${program.version}-${process.platform}-${process.arch}`;
	const entry = { cache, name: program.entry, key };
	if (!isCached(entry)) await cachedFolder(entry, {}, (folder) => build(program, join(folder, name), env));
	return join(entryFolder(entry), name);
}

/**
 * In a module of its own: `go install` takes no module that replaces what it depends on.
 * @param {GoProgram} program
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 */
async function build({ package: main, version, what }, file, env) {
	const go = await findCommand('go', env);
	const name = basename(main);
	if (!go) {
		throw new ReadableError(
			`${what} is not on this machine: there is no "${name}" on the PATH, and no Go to build it with.`,
			`Install Go 1.25 or newer, or ${name}.`,
		);
	}
	const folder = await mkdtemp(join(tmpdir(), `agent-knowledge-build-${name}-`));
	// The compiler is short-lived: a lazier garbage collector makes it a good deal faster.
	const options = {
		cwd: folder,
		env: { GOGC: '400', CGO_ENABLED: '0', ...env },
		whatToDo: `Install ${name} yourself so that it is on the PATH.`,
	};
	try {
		await runCommand(go, ['mod', 'init', 'build'], options);
		await runCommand(go, ['get', `${main}@v${version}`], options);
		await runCommand(go, ['build', '-ldflags=-s -w', '-o', file, main], options);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
