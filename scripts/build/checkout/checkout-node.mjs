// @ts-check
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace-root.mjs';
import { hasCode } from '../../readable-error.mjs';

const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * The Node 24 that npm installs with the packages of the checkout, for programs that a script starts: the script itself
 * may have begun on another one. npm has it for Linux. Elsewhere it is the Node that runs the script.
 * @returns {string} its path; look for it once the packages are there
 */
export function checkoutNode() {
	const program = programOf(workspaceRoot);
	return existsSync(program) ? program : process.execPath;
}

/**
 * Makes it the `node` of npm's scripts, whose path begins with `node_modules/.bin`. npm 11 does so itself; npm 10 leaves
 * it out, and the tests would run on whatever Node the machine has.
 * @param {string} root of the checkout, whose packages are installed
 * @returns {Promise<void>}
 */
export async function linkCheckoutNode(root) {
	if (!existsSync(programOf(root))) return;
	try {
		await symlink(join('..', PACKAGE, 'bin', 'node'), join(root, 'node_modules', '.bin', 'node'));
	} catch (error) {
		if (!hasCode(error, 'EEXIST')) throw error;
	}
}

/** @param {string} root */
function programOf(root) {
	return join(root, 'node_modules', PACKAGE, 'bin', 'node');
}
