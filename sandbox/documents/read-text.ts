import { readFile } from 'node:fs/promises';
import { type CheerioAPI, loadBuffer } from 'cheerio';
import { convert } from 'html-to-text';
import { charsetOf, decodeText } from './decode-text';
import { DocumentError } from './document-format';

export async function readTxt(path: string): Promise<string> {
	return decodeText(await readFile(path));
}

export async function readMarkdown(path: string): Promise<string> {
	const { marked } = await import('marked');
	return htmlToText(await marked.parse(decodeText(await readFile(path))));
}

export async function readHtml(path: string): Promise<string> {
	const content = await readFile(path);
	return textOfPage(loadBuffer(content, { encoding: { defaultEncoding: charsetOf(content) } }));
}

const NOT_CONTENT = 'script, style, noscript, template, iframe, svg, nav, body > header, body > footer, form, [hidden]';

/** The main text of a page, without navigation, header and footer. Removes those from the given page. */
export function textOfPage($: CheerioAPI): string {
	$(NOT_CONTENT).remove();
	const main = $('main, [role="main"]').first();
	return htmlToText((main.length > 0 ? main : $('body')).html() ?? '');
}

/** Plain text of HTML, with its paragraphs, lists and tables. */
export function htmlToText(html: string): string {
	return convert(html, {
		wordwrap: false,
		selectors: [
			{ selector: 'a', options: { ignoreHref: true } },
			{ selector: 'img', format: 'skip' },
			...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
			{ selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
		],
	}).trim();
}

/** Every value with its path, for example `opening.monday: 9 to 5`. The items of a list are paragraphs. */
export async function readJson(path: string): Promise<string> {
	return linesOf(parse(decodeText(await readFile(path))), '').join('\n');
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new DocumentError(`is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}`);
	}
}

function linesOf(value: unknown, path: string): string[] {
	if (Array.isArray(value)) return value.flatMap((item) => [...linesOf(item, path), '']);
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([name, item]) => linesOf(item, path === '' ? name : `${path}.${name}`));
	}
	if (value === null || value === '') return [];
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return [path === '' ? text : `${path}: ${text}`];
}
