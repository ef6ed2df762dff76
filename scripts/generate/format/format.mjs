// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { workspaceRoot } from '../../build/workspace-root.mjs';

/**
 * Lays out the text of a file by the repository's rules (`.oxfmtrc.json`).
 * @param {string} file its name decides the language
 * @param {string} text
 * @throws when the text is not of that language
 */
export async function formatted(file, text) {
	const rules = await readFile(join(workspaceRoot, '.oxfmtrc.json'), 'utf8');
	const options = /** @type {import('oxfmt').FormatConfig} */ (JSON.parse(rules));
	const { code, errors } = await format(file, text, options);
	const [error] = errors;
	if (error !== undefined) throw new Error(`${file}: ${error.message}`);
	return code;
}
