// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * The Node 24 that npm installs with the packages of the checkout, for programs that a script starts: the script itself
 * may have begun on another one. npm has it for Linux. Elsewhere it is the Node that runs the script.
 * @returns {string} its path; look for it once the packages are there
 */
export function checkoutNode() {
	const program = join(workspaceRoot, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
	return existsSync(program) ? program : process.execPath;
}
