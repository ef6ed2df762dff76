// @ts-check
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';

/** @typedef {Awaited<ReturnType<typeof import('../../release/repository/repository.mjs').readRepository>>} Repository */

/** Pages of the repository that are no files. */
const PAGES = /^(issues(\/new\/choose)?|security\/advisories\/new)$/;

/**
 * Addresses of the repository that lead nowhere, and addresses of another repository of its owner.
 * @param {import('./files.mjs').File} source any text file
 * @param {Repository} repository
 * @returns {string[]}
 */
export function repositoryProblems({ file, text }, repository) {
	const owner = repository.url.slice(0, repository.url.lastIndexOf('/') + 1);
	const address = new RegExp(`${repository.url.replaceAll('.', '\\.')}(?:[/#.][^\\s'"\`)>\\]]*)?`, 'g');
	return text.split('\n').flatMap((line, index) => {
		const links = [...line.matchAll(address)].map(([link]) => link.replace(/[.,]$/, ''));
		return [
			...links.flatMap((link) => linkProblem(link, repository) ?? []),
			...(line.replaceAll(repository.url, '').includes(owner) ? [`names another repository: ${line.trim()}`] : []),
		].map((problem) => `${file}:${index + 1}: ${problem}`);
	});
}

/**
 * @param {string} link into the repository
 * @param {Repository} repository
 * @returns {string | null} what is wrong with it; null if it leads to a file, and to a heading that is there
 */
export function linkProblem(link, { url, branch }) {
	const [address = '', anchor] = link.slice(url.length).replace(/^\//, '').split('#');
	if (address === '' || address === '.git' || PAGES.test(address)) return anchorProblem('README.md', anchor);
	const file = new RegExp(`^(?:blob|tree)/${branch}/(.+)$`).exec(address)?.[1];
	if (file === undefined || !existsSync(path.join(workspaceRoot, file))) return `there is no file ${link}`;
	const isFolder = statSync(path.join(workspaceRoot, file)).isDirectory();
	return anchorProblem(isFolder ? path.join(file, 'README.md') : file, anchor);
}

/**
 * @param {string} page
 * @param {string | undefined} anchor
 */
function anchorProblem(page, anchor) {
	if (anchor === undefined || anchor === 'readme') return null;
	const anchors = anchorsOf(readFileSync(path.join(workspaceRoot, page), 'utf8'));
	return anchors.includes(anchor) ? null : `${page} has no heading for #${anchor}`;
}

/**
 * The anchors of a page, as GitHub makes them from its headings.
 * @param {string} page
 */
function anchorsOf(page) {
	const headings = [...page.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) =>
		text
			.trim()
			.toLowerCase()
			.replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);
	/** @type {Map<string, number>} */
	const seen = new Map();
	return headings.map((anchor) => {
		const count = seen.get(anchor) ?? 0;
		seen.set(anchor, count + 1);
		return count === 0 ? anchor : `${anchor}-${count}`;
	});
}
