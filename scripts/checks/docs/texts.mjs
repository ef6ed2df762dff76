// @ts-check
import ts from 'typescript';

/** @typedef {{ where: string, text: string }} Text a text that somebody reads, and where it stands */

/** Keys of an object whose values people read. */
const READ_BY_PEOPLE = new Set([
	...['displayName', 'description', 'hint', 'placeholder', 'action'],
	...['summary', 'title', 'message', 'whatToDo', 'activationMessage', 'x-repeat'],
]);

/**
 * Every text for people in an object, at any depth: of n8n's description of a node, or of an OpenAPI document.
 * @param {unknown} value
 * @param {string} where
 * @returns {Text[]}
 */
export function textsIn(value, where) {
	if (Array.isArray(value)) return value.flatMap((each, index) => textsIn(each, `${where}[${index}]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const here = `${where}.${key}`;
		if (typeof inner === 'string') return READ_BY_PEOPLE.has(key) ? [{ where: here, text: inner }] : [];
		return textsIn(inner, here);
	});
}

/**
 * Every string of two words or more in a source: errors and hints are among them.
 * @param {import('./files.mjs').File} source
 * @returns {Text[]}
 */
export function stringsIn({ file, text: code }) {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
	/** @type {Text[]} */
	const texts = [];
	const visit = (/** @type {ts.Node} */ node) => {
		const text = textOf(node);
		if (text?.includes(' ') === true) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
			texts.push({ where: `${file}:${line + 1}`, text });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/**
 * Of a template its own words, with … for each expression in it.
 * @param {ts.Node} node
 */
function textOf(node) {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}
