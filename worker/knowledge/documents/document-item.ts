import { basename, extname } from 'node:path/posix';
import { LIMITS } from '../../../api';
import { NotText, decodedText } from '../../problems/text-file';
import type { Place, ReadItem } from '../rows/read-item';
import { readItemOf } from '../rows/wanted-row';
import { readFrontMatter } from './front-matter';

/**
 * Keeps the content of a file.
 * @param path where the file is, or its path in an archive
 * @returns its reference: `sha256:` and 64 hexadecimal digits
 */
export type KeepFile = (content: Uint8Array, path: string) => Promise<string>;

const MARKDOWN = ['.md', '.markdown'];
/** The title of a document that has no other: its first heading. Blanks are possible in front, up to three. */
const HEADING = /^ {0,3}#[ \t]+(\S.*)$/m;
/** The longest title of the service. Characters. */
const LONGEST_TITLE = 200;

/** Whether a file becomes a text in place of a file. */
export function isMarkdown(path: string): boolean {
	return MARKDOWN.includes(extname(path).toLowerCase());
}

/**
 * The row of a file: Markdown becomes a text with the title and the key of its front matter, anything else a file. Without
 * a key of its own, a row is known by its path.
 * @param path in its folder or archive, with `/`
 * @param bytes the whole file, at most `LIMITS.fileBytes`
 */
export async function documentItem(path: string, bytes: Uint8Array, keep: KeepFile): Promise<ReadItem> {
	const place: Place = { source: path };
	if (bytes.length === 0) return refusal(place, null, 'is empty. Remove it, or write something into it');
	if (isMarkdown(path)) return textItem(path, bytes, place);
	const filename = basename(path);
	// Checked before its content is kept.
	const checked = readItemOf({ type: 'file', key: path, filename, blob: `sha256:${'0'.repeat(64)}` }, place);
	if (checked.kind !== 'wanted') return checked;
	return readItemOf({ type: 'file', key: path, filename, blob: await keep(bytes, path) }, place);
}

/** A file that is larger than the service takes. */
export function tooLargeFile(path: string): ReadItem {
	return refusal({ source: path }, null, `is larger than ${LIMITS.fileBytes} bytes, which is the most of a file`);
}

function textItem(path: string, bytes: Uint8Array, place: Place): ReadItem {
	let text: string;
	try {
		text = decodedText(bytes);
	} catch (error) {
		if (error instanceof NotText) return refusal(place, null, error.message);
		throw error;
	}
	const { title, key, content, problems } = readFrontMatter(text);
	if (problems.length > 0) return { kind: 'refused', place, problems };
	return readItemOf({ type: 'text', key: key ?? path, title: title ?? titleOf(content, path), content }, place);
}

function titleOf(content: string, path: string): string {
	const heading = HEADING.exec(content)?.[1]?.trim().replace(/ #+$/, '').trim() ?? '';
	return heading === '' ? basename(path, extname(path)) : heading.slice(0, LONGEST_TITLE);
}

function refusal(place: Place, field: string | null, reason: string): ReadItem {
	return { kind: 'refused', place, problems: [{ field, reason }] };
}
