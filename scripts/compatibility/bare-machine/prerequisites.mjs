// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { ReadableError } from '../../readable-error.mjs';

/**
 * What the README asks for, in its sentence that starts with "You need git".
 * @returns {Promise<{ node: string, packages: string[] }>} the oldest Node, for example 20.19.0, and the Debian packages
 */
export async function readPrerequisites() {
	const readme = await readFile(join(workspaceRoot, 'README.md'), 'utf8');
	const sentence = /^You need git, Node\.js (\d+\.\d+)[^\d`][^`]*`apt-get\s+install\s([^`]+)`/m.exec(readme);
	if (sentence === null) throw new ReadableError('The README has no readable sentence of prerequisites.');
	return { node: `${sentence[1]}.0`, packages: (sentence[2] ?? '').trim().split(/\s+/) };
}
