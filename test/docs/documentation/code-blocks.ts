import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { pages } from './markdown';

/**
 * What a test does with a block: `run` runs it, `check` checks its form, `show` is only read. `check settings` is a part
 * of the worker's configuration, which the schema accepts. `check printed` is JSON of the form that the block before it,
 * a `run`, prints.
 */
export type BlockTag = 'run' | 'check' | 'check settings' | 'check printed' | 'show';

const TAGS: readonly string[] = ['run', 'check', 'check settings', 'check printed', 'show'] satisfies BlockTag[];

/** A code block of a page. */
export interface CodeBlock {
	/** Page and line of its first mark. */
	where: string;
	language: string;
	/** Null: it has none, or an unknown one. */
	tag: BlockTag | null;
	/** Without the indentation of the list that it stands in. */
	text: string;
	/** What the page says that a `run` prints: the `check printed` behind it. Null: it says nothing. */
	prints: string | null;
}

const FENCE = /^( *)```([^\n`]*)\n([^]*?)^ *``` *$/gm;

/** @returns the code blocks of a page, diagrams excluded */
export function blocksIn(file: string, markdown: string): CodeBlock[] {
	const blocks = [...markdown.matchAll(FENCE)].flatMap(({ 1: indent = '', 2: info = '', 3: text = '', index }) => {
		const [language = '', ...words] = info.trim().split(/\s+/);
		if (language === 'mermaid') return [];
		const tag = words.join(' ');
		const line = markdown.slice(0, index).split('\n').length;
		const lines = text.split('\n').map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
		return [{ where: `${file}:${line}`, language, tag: isTag(tag) ? tag : null, text: lines.join('\n') }];
	});
	return blocks.map((block, at) => {
		const next = blocks[at + 1];
		return { ...block, prints: block.tag === 'run' && next?.tag === 'check printed' ? next.text : null };
	});
}

function isTag(text: string): text is BlockTag {
	return TAGS.includes(text);
}

/** The code blocks of every page. */
export function allBlocks(): CodeBlock[] {
	return pages().flatMap(({ file }) => blocksIn(file, readFileSync(join(workspaceRoot, file), 'utf8')));
}
