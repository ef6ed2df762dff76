// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { referencesIn } from './markdown.mjs';

/** What a build makes. */
const MADE = /(^|\/)(dist|node_modules)\//;

/**
 * Links and names of files that lead nowhere.
 * @param {import('./files.mjs').File} page
 * @returns {string[]}
 */
export function linkProblems({ file, text: markdown }) {
	const { links, paths } = referencesIn(markdown);
	const local = links
		.filter(({ text }) => !/^(https?:|#|mailto:)/.test(text))
		.map(({ line, text }) => ({ line, text, path: path.join(path.dirname(file), text.replace(/#.*/, '')) }));
	const named = paths
		// From the root, or from the page's own folder.
		.filter(({ text }) => !MADE.test(text) && !isThere(path.join(path.dirname(file), text)))
		.map(({ line, text }) => ({ line, text, path: text }));
	return [...local, ...named]
		.filter((each) => !isThere(each.path))
		.map(({ line, text }) => `${file}:${line}: there is no file ${text}`);
}

/** @param {string} file from the repository's root */
function isThere(file) {
	return existsSync(path.join(workspaceRoot, file));
}
