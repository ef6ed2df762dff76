import { Marked, type Token, type Tokens } from 'marked';

const LONGEST_LINE = 120;
const MOST_SENTENCES = 5;
/** About 25 are meant. The counter takes a sentence with a list in it as one. */
const MOST_WORDS = 30;

/** What a page says, without code blocks, code in a sentence, and addresses. */
export interface Prose {
	/** Paragraphs and items of lists. */
	paragraphs: string[];
	/** Also headings and the cells of tables. */
	texts: string[];
}

export function proseOf(markdown: string): Prose {
	const paragraphs: string[] = [];
	const texts: string[] = [];
	const take = (tokens: Token[] | undefined) => words(tokens ?? []).trim();
	new Marked({
		walkTokens: (token) => {
			if (token.type === 'paragraph' || isTextOfItem(token)) paragraphs.push(take(withoutLabel(token.tokens ?? [])));
			if (token.type === 'heading') texts.push(take(token.tokens));
			if (token.type === 'table') {
				const { header, rows } = token as Tokens.Table;
				texts.push(...[header, ...rows].flat().map(({ tokens }) => take(tokens)));
			}
		},
	}).parse(markdown, { async: false });
	return { paragraphs, texts: [...texts, ...paragraphs] };
}

/** @returns what is wrong with the form of a page: long lines, long sentences, long paragraphs, semicolons, a page without its reader */
export function formProblems(markdown: string): string[] {
	const { paragraphs } = proseOf(markdown);
	return [
		...longLines(markdown).map((line) => `line over ${LONGEST_LINE} characters: ${line}`),
		...paragraphs.flatMap((paragraph) => {
			const sentences = sentencesOf(paragraph);
			return [
				...(sentences.length > MOST_SENTENCES
					? [`paragraph over ${MOST_SENTENCES} sentences: ${start(paragraph)}`]
					: []),
				...sentences
					.filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)
					.map((sentence) => `sentence over ${MOST_WORDS} words: ${sentence}`),
				...(paragraph.includes('; ') ? [`semicolon between sentences: ${start(paragraph)}`] : []),
			];
		}),
		...(/^For [^.:]+[.:]/.test(paragraphs[0] ?? '') ? [] : ['the page does not begin with "For <its readers>: …"']),
	];
}

/** Lines of text; a table, a picture and code are as wide as they have to be. */
function longLines(markdown: string): string[] {
	return markdown
		.replace(/^```[^]*?^```/gm, '')
		.split('\n')
		.filter((line) => line.length > LONGEST_LINE && !/^\s*(\||!\[|<!--)/.test(line))
		.map(start);
}

function sentencesOf(paragraph: string): string[] {
	return paragraph.split(/(?<=[.!?:]["”)]?)\s+(?=[A-Z"“(]|n8n|…)/);
}

/** Code and addresses become one X: their words are not the page's. */
function words(tokens: Token[]): string {
	return tokens
		.map((token): string => {
			if (token.type === 'codespan' || token.type === 'image' || token.type === 'html') return 'X';
			if ('tokens' in token && token.tokens !== undefined) return words(token.tokens);
			return 'text' in token ? String(token.text) : '';
		})
		.join('')
		.replace(/\s+/g, ' ');
}

/** Without the bold words that name what a paragraph is about. */
function withoutLabel([first, ...rest]: Token[]): Token[] {
	if (first === undefined) return [];
	return first.type === 'strong' && /[.:]$/.test(String(first.text)) ? rest : [first, ...rest];
}

/** The text of an item whose list has no blank lines between its items. */
function isTextOfItem(token: Token): token is Tokens.Text {
	return token.type === 'text' && 'tokens' in token && token.tokens !== undefined;
}

function start(text: string): string {
	return text.trim().slice(0, 80);
}
