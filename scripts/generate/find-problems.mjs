// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * An error that the code can report, as its source writes it. A part that the source computes is missing.
 * @typedef {object} FoundProblem
 * @property {string} type
 * @property {number | null} status
 * @property {string} title
 * @property {string} detail what happened and what to do; `<name>` stands for a value
 */

/** Functions that make an error of its type and of texts. */
const MAKERS = new Set(['refusal', 'refused', 'failure', 'problem', 'held', 'decisionRefused']);
const TYPE = /^[a-z]+(_[a-z]+)+$|^(timeout|cancelled|ended|terminated|unauthorized)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'testing', 'console']);

/**
 * Errors in the sources of a folder: objects with a `type` and a `title`, and calls of the functions above.
 * @param {string} folder below the checkout
 * @returns {FoundProblem[]} in no order; one type may occur several times
 */
export function findProblems(folder) {
	return sourcesIn(path.join(workspaceRoot, folder)).flatMap((file) => {
		const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
		const constants = constantsOf(source);
		/** @type {FoundProblem[]} */
		const found = [];
		const visit = (/** @type {ts.Node} */ node) => {
			const problem = ts.isObjectLiteralExpression(node)
				? ofObject(node, constants)
				: ts.isCallExpression(node)
					? ofCall(node)
					: null;
			if (problem !== null) found.push(problem);
			ts.forEachChild(node, visit);
		};
		visit(source);
		return found;
	});
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(file);
		return /(?<!\.test|\.d)\.ts$/.test(file) && !file.includes('sample') ? [file] : [];
	});
}

/**
 * @param {ts.ObjectLiteralExpression} node
 * @param {Map<string, ts.Expression>} constants
 * @returns {FoundProblem | null}
 */
function ofObject(node, constants) {
	/** @type {Map<string, ts.Expression>} */
	const parts = new Map();
	for (const property of node.properties) {
		if (ts.isPropertyAssignment(property)) parts.set(property.name.getText(), property.initializer);
		if (ts.isShorthandPropertyAssignment(property)) {
			const value = constants.get(property.name.text);
			parts.set(property.name.text, value ?? property.name);
		}
	}
	const type = parts.get('type');
	if (!parts.has('title') || type === undefined || !ts.isStringLiteralLike(type) || !TYPE.test(type.text)) return null;
	const status = parts.get('status');
	return {
		type: type.text,
		status: status !== undefined && ts.isNumericLiteral(status) ? Number(status.text) : null,
		title: textOf(parts.get('title')),
		detail: textOf(parts.get('detail')),
	};
}

/**
 * @param {ts.CallExpression} node
 * @returns {FoundProblem | null}
 */
function ofCall({ expression, arguments: [type, ...rest] }) {
	if (!ts.isIdentifier(expression) || !MAKERS.has(expression.text)) return null;
	if (type === undefined || !ts.isStringLiteralLike(type) || !TYPE.test(type.text)) return null;
	const status = rest.find(ts.isNumericLiteral);
	const texts = rest.filter((each) => !ts.isNumericLiteral(each)).map(textOf);
	const [title = '', detail = ''] = texts.length > 1 ? texts : ['', ...texts];
	return { type: type.text, status: status === undefined ? null : Number(status.text), title, detail };
}

/**
 * The texts that a file keeps in constants, such as `const detail = …`. Of a name that several functions use, none.
 * @param {ts.SourceFile} source
 */
function constantsOf(source) {
	/** @type {Map<string, ts.Expression | null>} */
	const all = new Map();
	const visit = (/** @type {ts.Node} */ node) => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
			all.set(node.name.text, all.has(node.name.text) ? null : node.initializer);
		ts.forEachChild(node, visit);
	};
	visit(source);
	/** @type {Map<string, ts.Expression>} */
	const unique = new Map();
	for (const [name, value] of all) if (value !== null) unique.set(name, value);
	return unique;
}

/**
 * @param {ts.Expression | undefined} expression
 * @returns {string} an empty text if the source has none
 */
function textOf(expression) {
	if (expression === undefined) return '';
	if (ts.isStringLiteralLike(expression)) return expression.text;
	if (ts.isConditionalExpression(expression))
		return [...new Set([textOf(expression.whenTrue), textOf(expression.whenFalse)])].filter(Boolean).join(' Or: ');
	if (ts.isBinaryExpression(expression)) return textOf(expression.right);
	if (!ts.isTemplateExpression(expression)) return '';
	return [
		expression.head.text,
		...expression.templateSpans.flatMap((span) => [placeholder(span.expression), span.literal.text]),
	].join('');
}

/** @param {ts.Expression} expression */
function placeholder(expression) {
	const conditional = ts.isConditionalExpression(expression) ? textOf(expression) : '';
	if (conditional !== '') return conditional.includes(' Or: ') ? '…' : conditional;
	if (ts.isIdentifier(expression)) return `<${expression.text}>`;
	if (ts.isPropertyAccessExpression(expression)) return `<${expression.name.text}>`;
	return '…';
}

/**
 * Whether a source of the folder has this text in a string.
 * @param {string} folder below the checkout
 * @param {string} text
 */
export function hasText(folder, text) {
	return sourcesIn(path.join(workspaceRoot, folder)).some((file) =>
		new RegExp(`['\`]${text.replaceAll('$', '\\$')}`).test(readFileSync(file, 'utf8')),
	);
}
