// @ts-check
import { Marked } from 'marked';

/**
 * @typedef {import('marked').Token} Token
 * @typedef {import('marked').Tokens.List} List
 * @typedef {{ line: number, text: string }} Line a text of a page, and the line at which its block begins
 * @typedef {{ line: number, token: Token }} Block a paragraph, a heading, a table, a code block
 */

/** Without `<…>`, `…` and `*`, which stand for something else. */
const PATH = /^(?:api|credentials|docs|examples|nodes|sandbox|scripts|task-nodes|test|worker|workflows)\/[\w./-]+$/;
const COMMAND = /(?<![\w-])(?:npm|npx|node) [^\n#`)]*/g;

const reader = new Marked();

/**
 * The blocks of a page, those of lists and quotations in place of these.
 * @param {string} markdown
 * @returns {Block[]}
 */
export function blocksOf(markdown) {
	return blocksAt(reader.lexer(markdown), 1);
}

/**
 * What a reader follows or pastes from a page.
 * @param {string} markdown
 * @returns {{ links: Line[], paths: Line[], commands: Line[] }} where links and pictures lead, as written; the files and
 *   folders of the repository that stand in backticks; the commands of code blocks and of the text, one a line
 */
export function referencesIn(markdown) {
	/** @type {Line[]} */
	const links = [];
	/** @type {Line[]} */
	const paths = [];
	/** @type {Line[]} */
	const commands = [];
	for (const { line, token: block } of blocksOf(markdown)) {
		void reader.walkTokens([block], (token) => {
			if (token.type === 'link' || token.type === 'image') links.push({ line, text: String(token.href) });
			if (token.type !== 'code' && token.type !== 'codespan') return;
			const text = String(token.text);
			if (token.type === 'codespan' && PATH.test(text)) paths.push({ line, text });
			commands.push(...[...text.matchAll(COMMAND)].map(([command]) => ({ line, text: command.trim() })));
		});
	}
	return { links, paths, commands };
}

/**
 * @param {readonly Token[]} tokens
 * @param {number} line of the first
 * @returns {Block[]}
 */
function blocksAt(tokens, line) {
	let at = line;
	return tokens.flatMap((token) => {
		const here = at;
		at += token.raw.split('\n').length - 1;
		if (token.type === 'list') return blocksAt(/** @type {List} */ (token).items, here);
		if (token.type === 'list_item' || token.type === 'blockquote') return blocksAt(token.tokens ?? [], here);
		return [{ line: here, token }];
	});
}
