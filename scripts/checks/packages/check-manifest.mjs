// @ts-check
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toolingFolder } from '../../cache/tooling-folder.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/**
 * @typedef {object} Publint
 * @property {(options: { pkgDir: string, strict: boolean, pack: false }) => Promise<{ messages: unknown[] }>} publint
 */

const MANIFEST = fileURLToPath(new URL('tooling', import.meta.url));

/** @param {string} path below node_modules */
async function toolFile(path) {
	return join(await toolingFolder({ name: 'package-checks', manifestFolder: MANIFEST }), 'node_modules', path);
}

/**
 * What publint finds in an unpacked package, suggestions included: fields that lead nowhere, or that package managers
 * read in different ways.
 * @param {string} folder of the unpacked tarball
 * @returns {Promise<unknown[]>} its findings, each with a code and the path of the field
 */
export async function publintFindings(folder) {
	/** @type {unknown} */
	const loaded = await import(pathToFileURL(await toolFile('publint/src/index-node.js')).href);
	const { publint } = /** @type {Publint} */ (loaded);
	return (await publint({ pkgDir: folder, strict: true, pack: false })).messages;
}

/**
 * What `attw` prints about the types of a packed package, as each kind of module resolution sees them.
 * @param {string} tarball
 * @returns {Promise<string>}
 * @throws {import('../../readable-error.mjs').ReadableError} a kind of resolution gets wrong types
 */
export async function checkTypes(tarball) {
	const cli = await toolFile('@arethetypeswrong/cli/dist/index.js');
	return runCommand(process.execPath, [cli, tarball, '--no-color', '--no-emoji', '--format', 'ascii']);
}
