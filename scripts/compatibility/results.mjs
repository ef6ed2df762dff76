// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { isRecord, listAt, numberAt, parseJson, textAt } from '../json.mjs';

const FILE = new URL('results.json', import.meta.url);

/**
 * The last run of a row of the table.
 * @typedef {object} Result
 * @property {string} product
 * @property {string} version
 * @property {string} date YYYY-MM-DD (UTC)
 * @property {number} passed tests
 * @property {number} failed tests
 * @property {number} seconds of the tests, without what is installed for them
 * @property {string} machine
 * @property {string} [notRun] why there was no run; then all figures are 0
 */

/** @returns {Promise<Result[]>} */
export async function readResults() {
	const stored = parseJson(await readFile(FILE, 'utf8'));
	return listAt(stored, 'results').map((one) => {
		const notRun = textAt(one, 'notRun');
		if (!isRecord(one)) throw new TypeError('results.json holds something that is no result.');
		return {
			product: textAt(one, 'product'),
			version: textAt(one, 'version'),
			date: textAt(one, 'date'),
			passed: numberAt(one, 'passed'),
			failed: numberAt(one, 'failed'),
			seconds: numberAt(one, 'seconds'),
			machine: textAt(one, 'machine'),
			...(notRun === '' ? {} : { notRun }),
		};
	});
}

/**
 * Stores the results in the order of the table. Results of versions that are no longer in it go.
 * @param {readonly import('./products.mjs').Row[]} rows of the table
 * @param {readonly Result[]} results
 */
export async function storeResults(rows, results) {
	const kept = rows.flatMap(({ product, version }) => resultOf(results, product.name, version) ?? []);
	await writeFile(FILE, `${JSON.stringify({ results: kept }, null, '\t')}\n`);
}

/**
 * @param {readonly Result[]} results
 * @param {string} product
 * @param {string} version
 */
export function resultOf(results, product, version) {
	return results.find((one) => one.product === product && one.version === version);
}
