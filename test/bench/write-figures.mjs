// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatted } from '../../scripts/format/format.mjs';

/**
 * Keeps figures as the repository lays out its files.
 * @param {string} file
 * @param {object} figures
 */
export async function writeFigures(file, figures) {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await formatted(file, JSON.stringify(figures)));
}
