import { readFile } from 'node:fs/promises';
import { loadBuffer } from 'cheerio';
import { charsetOf, decodeText } from '../decode-text';
import { htmlToText, textOfPage } from '../html-text';

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
