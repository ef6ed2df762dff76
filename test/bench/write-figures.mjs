// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatted } from '../../scripts/generate/format/format.mjs';

const FIGURES = fileURLToPath(new URL('./figures/', import.meta.url));

/**
 * The folder that keeps the figures of a bench. It is made before the run, which a wrong path would otherwise lose.
 * @param {string} [out] of the option `--out`. Default: that of the repository
 */
export async function figuresFolder(out = FIGURES) {
	try {
		await mkdir(out, { recursive: true });
	} catch (error) {
		throw new Error(`--out must be a folder, and ${out} cannot be one.`, { cause: error });
	}
	return out;
}

/**
 * Keeps figures as the repository lays out its files.
 * @param {string} file
 * @param {object} figures
 */
export async function writeFigures(file, figures) {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await formatted(file, JSON.stringify(figures)));
}
