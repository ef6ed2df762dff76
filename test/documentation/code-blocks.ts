import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';
import { pages } from './markdown';

/**
 * What a test does with a block: `check` checks its form, `show` is only read. `check settings` is a part
 * of the worker's configuration, which the schema accepts.
 */
export type BlockTag = 'check' | 'check settings' | 'show';

const TAGS: readonly string[] = ['check', 'check settings', 'show'] satisfies BlockTag[];

/** A code block of a page. */
export interface CodeBlock {
	/** Page and line of its first mark. */
	where: string;
	language: string;
	/** Null: it has none, or an unknown one. */
	tag: BlockTag | null;
	/** Without the indentation of the list that it stands in. */
	text: string;
}

const FENCE = /^( *)```([^\n`]*)\n([^]*?)^ *``` *$/gm;

/** @returns the code blocks of a page, diagrams excluded */
export function blocksIn(file: string, markdown: string): CodeBlock[] {
	return [...markdown.matchAll(FENCE)].flatMap(({ 1: indent = '', 2: info = '', 3: text = '', index }) => {
		const [language = '', ...words] = info.trim().split(/\s+/);
		if (language === 'mermaid') return [];
		const tag = words.join(' ');
		const line = markdown.slice(0, index).split('\n').length;
		const lines = text.split('\n').map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
		return [{ where: `${file}:${line}`, language, tag: isTag(tag) ? tag : null, text: lines.join('\n') }];
	});
}

function isTag(text: string): text is BlockTag {
	return TAGS.includes(text);
}

/** The code blocks of every page. */
export function allBlocks(): CodeBlock[] {
	return pages().flatMap(({ file }) => blocksIn(file, readFileSync(join(workspaceRoot, file), 'utf8')));
}
