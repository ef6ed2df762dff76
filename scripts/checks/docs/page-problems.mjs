// @ts-check
import { blockProblems } from './block-problems.mjs';
import { blocksIn } from './code-blocks.mjs';
import { commandProblems } from './commands.mjs';
import { englishProblems } from './english.mjs';
import { linkProblems } from './links.mjs';

/**
 * What a page is held against.
 * @typedef {import('./commands.mjs').Programs & { parseConfig: import('./block-problems.mjs').ParseConfig }} Products
 */

/**
 * What is wrong with a page, each with file and line.
 * @param {import('./files.mjs').File} page
 * @param {Products} products
 * @returns {string[]}
 */
export function pageProblems(page, products) {
	return [
		...englishProblems(page),
		...linkProblems(page),
		...commandProblems(page, products),
		...blockProblems(blocksIn(page), products.parseConfig),
	];
}
