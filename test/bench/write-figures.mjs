// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/**
 * Keeps figures as the repository lays out its files.
 * @param {string} file
 * @param {object} figures
 */
export async function writeFigures(file, figures) {
	const style = await resolveConfig(fileURLToPath(import.meta.url));
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await format(JSON.stringify(figures), { ...style, parser: 'json' }));
}
