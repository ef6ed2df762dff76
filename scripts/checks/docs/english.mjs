// @ts-check
import { habitsIn } from './habits.mjs';
import { formProblems, proseOf } from './prose.mjs';
import { stringsIn, textsIn } from './texts.mjs';

/** Words that a search skips. Nobody reads them as a sentence. */
const LISTS = 'sandbox/search/words.ts';
/** A changeset is a paragraph for the change log, and the template a form to fill in. Neither is a page. */
const NO_PAGE = /^\.changeset\/(?!README\.md$)|^\.github\/PULL_REQUEST_TEMPLATE\.md$/;

/**
 * What is wrong with the English of a page.
 * @param {import('./files.mjs').File} page
 * @returns {string[]}
 */
export function englishProblems({ file, text: markdown }) {
	if (NO_PAGE.test(file)) return [];
	const { texts } = proseOf(markdown);
	return [
		...texts.flatMap(({ line, text }) => habitsIn(`${file}:${line}`, text)),
		...formProblems({ file, text: markdown }),
	];
}

/**
 * What is wrong with the strings of a source, errors and hints included.
 * @param {import('./files.mjs').File} source
 * @returns {string[]}
 */
export function sourceProblems(source) {
	return source.file === LISTS ? [] : stringsIn(source).flatMap(({ where, text }) => habitsIn(where, text));
}

/**
 * What is wrong with the texts that people read of a node, of a credential, or of the description of an API.
 * @param {string} name
 * @param {unknown} description
 * @returns {string[]}
 */
export function descriptionProblems(name, description) {
	const texts = textsIn(description, name);
	// A reading that finds nothing may read nothing.
	if (texts.length <= 3) return [`${name}: has only ${texts.length} texts that people read`];
	return texts.flatMap(({ where, text }) => habitsIn(where, text));
}
