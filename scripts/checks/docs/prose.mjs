// @ts-check
import { blocksOf } from './markdown.mjs';

/**
 * @typedef {import('./markdown.mjs').Line} Line
 * @typedef {import('./markdown.mjs').Token} Token
 * @typedef {import('marked').Tokens.Table} Table
 */

const LONGEST_LINE = 120;
const MOST_SENTENCES = 5;
/** About 25 are meant. The counter takes a sentence with a list in it as one. */
const MOST_WORDS = 30;

/**
 * What a page says, without code blocks, code in a sentence, and addresses.
 * @param {string} markdown
 * @returns {{ paragraphs: Line[], texts: Line[] }} paragraphs and items of lists; and in `texts` also headings and the
 *   cells of tables
 */
export function proseOf(markdown) {
	/** @type {Line[]} */
	const paragraphs = [];
	/** @type {Line[]} */
	const texts = [];
	for (const { line, token } of blocksOf(markdown)) {
		const tokens = 'tokens' in token ? (token.tokens ?? []) : [];
		if (token.type === 'paragraph' || token.type === 'text') {
			paragraphs.push({ line, text: wordsOf(withoutLabel(tokens)) });
		}
		if (token.type === 'heading') texts.push({ line, text: wordsOf(tokens) });
		if (token.type === 'table') {
			const { header, rows } = /** @type {Table} */ (token);
			// A line of dashes stands below the header.
			const lines = [header, [], ...rows];
			texts.push(
				...lines.flatMap((cells, row) => cells.map((cell) => ({ line: line + row, text: wordsOf(cell.tokens) }))),
			);
		}
	}
	return { paragraphs, texts: [...texts, ...paragraphs] };
}

/**
 * What is wrong with the form of a page: long lines, long sentences, long paragraphs, semicolons, a page without its
 * reader.
 * @param {import('./files.mjs').File} page
 * @returns {string[]}
 */
export function formProblems({ file, text: markdown }) {
	const { paragraphs } = proseOf(markdown);
	return [
		...longLines(markdown).map(({ line, text }) => `${file}:${line}: line over ${LONGEST_LINE} characters: ${text}`),
		...paragraphs.flatMap(({ line, text }) => {
			const sentences = sentencesOf(text);
			return [
				...(sentences.length > MOST_SENTENCES ? [`paragraph over ${MOST_SENTENCES} sentences: ${start(text)}`] : []),
				...sentences
					.filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)
					.map((sentence) => `sentence over ${MOST_WORDS} words: ${sentence}`),
				...(text.includes('; ') ? [`semicolon between sentences: ${start(text)}`] : []),
			].map((problem) => `${file}:${line}: ${problem}`);
		}),
		...(/^For [^.:]+[.:]/.test(paragraphs[0]?.text ?? '')
			? []
			: [`${file}:1: the page does not begin with "For <its readers>: …"`]),
	];
}

/**
 * Lines of text; a table, a picture and code are as wide as they have to be.
 * @param {string} markdown
 * @returns {Line[]}
 */
function longLines(markdown) {
	return markdown
		.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
		.split('\n')
		.map((text, index) => ({ line: index + 1, text }))
		.filter(({ text }) => text.length > LONGEST_LINE && !/^\s*(\||!\[|<!--)/.test(text))
		.map(({ line, text }) => ({ line, text: start(text) }));
}

/** @param {string} paragraph */
function sentencesOf(paragraph) {
	return paragraph.split(/(?<=[.!?:]["”)]?)\s+(?=[A-Z"“(]|n8n|…)/);
}

/**
 * Code and addresses become one X: their words are not the page's.
 * @param {readonly Token[]} tokens
 * @returns {string}
 */
function wordsOf(tokens) {
	return wordsIn(tokens).trim();
}

/**
 * @param {readonly Token[]} tokens
 * @returns {string}
 */
function wordsIn(tokens) {
	return tokens
		.map((token) => {
			if (token.type === 'codespan' || token.type === 'image' || token.type === 'html') return 'X';
			if ('tokens' in token && token.tokens !== undefined) return wordsIn(token.tokens);
			return 'text' in token ? String(token.text) : '';
		})
		.join('')
		.replace(/\s+/g, ' ');
}

/**
 * Without the bold words that name what a paragraph is about.
 * @param {readonly Token[]} tokens
 */
function withoutLabel(tokens) {
	const [first, ...rest] = tokens;
	return first?.type === 'strong' && /[.:]$/.test(String(first.text)) ? rest : tokens;
}

/** @param {string} text */
function start(text) {
	return text.trim().slice(0, 80);
}
