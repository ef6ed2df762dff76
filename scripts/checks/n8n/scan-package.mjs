// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ReadableError } from '../../readable-error.mjs';

/**
 * @typedef {object} Scanner
 * @property {(folder: string, patterns: string[]) => Promise<{ passed: boolean, message?: string, details?: string }>} analyzePackage
 * @property {string[]} SOURCE_FILE_PATTERNS
 */

/** What the scanner looks at in a published tarball. */
const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

/**
 * Runs n8n's scanner for community packages, as its verification does.
 * @param {{ folder: string, tooling: string, mode: 'source' | 'tarball' }} options the folder with the unpacked
 *   tarball or the sources, the tools' folder, and which of the scanner's two sets of files it is
 * @throws {ReadableError} with what it found
 */
export async function scanPackage({ folder, tooling, mode }) {
	const file = join(tooling, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	/** @type {unknown} */
	const loaded = await import(pathToFileURL(file).href);
	const scanner = /** @type {Scanner} */ (loaded);
	const patterns = mode === 'source' ? scanner.SOURCE_FILE_PATTERNS : TARBALL_PATTERNS;
	const { passed, message = '', details = '' } = await scanner.analyzePackage(folder, patterns);
	if (!passed) throw new ReadableError(`${message}\n${details}`, 'Correct the problems that the scanner lists.');
}
