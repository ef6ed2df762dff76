// @ts-check

/**
 * What a test does with a block: `run` runs it, `check` checks its form, `show` is only read. `check settings` is a part
 * of the worker's configuration, which the schema accepts. `check printed` is JSON of the form that the block before it,
 * a `run`, prints.
 * @typedef {'run' | 'check' | 'check settings' | 'check printed' | 'show'} BlockTag
 *
 * @typedef {object} CodeBlock a code block of a page
 * @property {string} where page and line of its first mark
 * @property {string} language
 * @property {BlockTag | null} tag null: it has none, or an unknown one
 * @property {string} text without the indentation of the list that it stands in
 * @property {string | null} prints what the page says that a `run` prints: the `check printed` behind it. Null: nothing
 */

/** @type {readonly BlockTag[]} */
const TAGS = ['run', 'check', 'check settings', 'check printed', 'show'];

const FENCE = /^( *)```([^\n`]*)\n([^]*?)^ *``` *$/gm;

/**
 * The code blocks of a page, diagrams excluded.
 * @param {import('./files.mjs').File} page
 * @returns {CodeBlock[]}
 */
export function blocksIn({ file, text: markdown }) {
	const blocks = [...markdown.matchAll(FENCE)].flatMap(({ 1: indent = '', 2: info = '', 3: code = '', index }) => {
		const [language = '', ...words] = info.trim().split(/\s+/);
		if (language === 'mermaid') return [];
		const tag = TAGS.find((each) => each === words.join(' ')) ?? null;
		const line = markdown.slice(0, index).split('\n').length;
		const lines = code.split('\n').map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
		return [{ where: `${file}:${line}`, language, tag, text: lines.join('\n') }];
	});
	return blocks.map((block, at) => {
		const next = blocks[at + 1];
		return { ...block, prints: block.tag === 'run' && next?.tag === 'check printed' ? next.text : null };
	});
}

/**
 * A tag that no block has. Its check would check nothing.
 * @param {readonly CodeBlock[]} blocks of all pages
 * @returns {string[]}
 */
export function unusedTags(blocks) {
	return TAGS.filter((tag) => !blocks.some((block) => block.tag === tag)).map((tag) => `no block has the tag "${tag}"`);
}
