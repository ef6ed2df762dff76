// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { rows } from './products.mjs';
import { readResults, resultOf } from './results.mjs';
import { markdownTable } from '../markdown.mjs';

const START = '<!-- Generated from scripts/compatibility by `npm run generate`; do not edit. -->';
const END = '<!-- End of the generated table. -->';

/** The README with its table of tested versions between two comments. */
export async function readmeWithTestedVersions() {
	const readme = await readFile(path.join(workspaceRoot, 'README.md'), 'utf8');
	const [before, rest] = readme.split(START);
	const [, after] = rest?.split(END) ?? [];
	if (before === undefined || after === undefined) throw new Error('README.md lacks the comments around its table.');
	const results = await readResults();
	const table = markdownTable(['Product', 'Version', 'Tests passed', 'Run on'], rows().map(cellsWith(results)));
	return [before, START, '\n\n', table.join('\n'), '\n', END, after].join('');
}

/**
 * @param {readonly import('./results.mjs').Result[]} results
 * @returns {(row: import('./products.mjs').Row) => string[]}
 */
function cellsWith(results) {
	return ({ product, version }) => {
		const result = resultOf(results, product.name, version);
		if (result === undefined) return [product.name, version, 'not run yet', ''];
		const { passed, failed, notRun, date } = result;
		return [
			product.name,
			version,
			notRun === undefined ? `${passed} of ${passed + failed}` : `not run: ${notRun}`,
			date,
		];
	};
}
