import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

/** A text that somebody reads, and where it stands. */
export interface Text {
	where: string;
	text: string;
}

/** Keys of an object whose values people read. */
const READ_BY_PEOPLE = new Set([
	...['displayName', 'description', 'hint', 'placeholder', 'action'],
	...['summary', 'title', 'message', 'whatToDo', 'activationMessage', 'x-repeat'],
]);

/** Every text for people in an object, at any depth: of n8n's description of a node, or of an OpenAPI document. */
export function textsIn(value: unknown, where: string): Text[] {
	if (Array.isArray(value)) return value.flatMap((each: unknown, index) => textsIn(each, `${where}[${index}]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
		const here = `${where}.${key}`;
		if (typeof inner === 'string') return READ_BY_PEOPLE.has(key) ? [{ where: here, text: inner }] : [];
		return textsIn(inner, here);
	});
}

export function textsOfNode({ description }: { description: INodeTypeDescription }): Text[] {
	return textsIn(description, description.name);
}

/** Every string of two words or more in a folder's sources, tests excluded: errors and hints are among them. */
export function stringsIn(folder: string): Text[] {
	return sourcesIn(folder).flatMap((file) => {
		const source = ts.createSourceFile(file, readFileSync(join(workspaceRoot, file), 'utf8'), ts.ScriptTarget.Latest);
		const texts: Text[] = [];
		const visit = (node: ts.Node): void => {
			const text = textOf(node);
			if (text?.includes(' ') === true) {
				const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
				texts.push({ where: `${file}:${line + 1}`, text });
			}
			ts.forEachChild(node, visit);
		};
		visit(source);
		return texts;
	});
}

/** Of a template its own words, with … for each expression in it. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

function sourcesIn(folder: string): string[] {
	return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return ['node_modules', 'dist', 'testing'].includes(entry.name) ? [] : sourcesIn(path);
		return /(?<!\.test|\.d)\.(m?[jt]s|tsx)$/.test(path) ? [path] : [];
	});
}
