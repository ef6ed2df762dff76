// @ts-check
import { join } from 'node:path';
import { isExecutable } from '../processes/find-command.mjs';
import { ReadableError } from '../readable-error.mjs';

/**
 * An installed n8n server, with the Node that runs it.
 * @typedef {object} N8nInstallation
 * @property {string} node the Node program; n8n needs 24 or newer
 * @property {string} nodeHome the folder with `bin/` and Node's headers in `include/`
 * @property {string} cli the script to run with it
 */

/**
 * Where things are in a folder that n8n was installed into.
 * @param {string} folder
 * @returns {Promise<N8nInstallation>}
 */
export async function n8nIn(folder) {
	const modules = join(folder, 'node_modules');
	const nodeHome = await nodeHomeIn(modules);
	return { node: join(nodeHome, 'bin', 'node'), nodeHome, cli: join(modules, 'n8n', 'bin', 'n8n') };
}

/** The machines whose Node 24 comes from npm, beside n8n. */
const PACKAGED = ['linux-x64', 'linux-arm64'];
const OLDEST_NODE = 24;

/**
 * Whether n8n gets a Node that is new enough: npm has one for this kind of machine, or this is one.
 * @returns {boolean}
 */
export function hasNodeForN8n() {
	return PACKAGED.includes(`${process.platform}-${process.arch}`) || isNewEnough();
}

function isNewEnough() {
	return Number.parseInt(process.versions.node, 10) >= OLDEST_NODE;
}

/**
 * The package with Node's binary for this kind of machine; else the Node that runs us, if it is new enough.
 * @param {string} modules
 * @returns {Promise<string>}
 */
async function nodeHomeIn(modules) {
	const packaged = join(modules, `node-${process.platform}-${process.arch}`);
	if (await isExecutable(join(packaged, 'bin', 'node'))) return packaged;
	if (isNewEnough()) return join(process.execPath, '..', '..');
	throw new ReadableError(
		`n8n needs Node 24. npm has no package of Node 24 for ${process.platform} on ${process.arch}, and this is Node ${process.versions.node}.`,
		'Run this with Node 24 or newer, or start without n8n: npm start -- --without-n8n',
	);
}
