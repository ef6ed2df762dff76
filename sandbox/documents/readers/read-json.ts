import { readFile } from 'node:fs/promises';
import { decodeText } from '../decode-text';
import { DocumentError } from '../document-error';

/** Every value with the path to it, as in `opening.monday: 9 to 5`; the items of a list are paragraphs. */
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
