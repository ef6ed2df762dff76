import { readFileSync } from 'node:fs';
import { analyse } from 'chardet';

/** Enough of a text to detect its encoding. In bytes. */
const SAMPLE_BYTES = 64 * 1024;

/** UTF-32 first: its little-endian mark begins with the one of UTF-16. */
const BYTE_ORDER_MARKS = [
	{ mark: [0xff, 0xfe, 0, 0], encoding: 'UTF-32LE' },
	{ mark: [0, 0, 0xfe, 0xff], encoding: 'UTF-32BE' },
	{ mark: [0xef, 0xbb, 0xbf], encoding: 'UTF-8' },
	{ mark: [0xff, 0xfe], encoding: 'UTF-16LE' },
	{ mark: [0xfe, 0xff], encoding: 'UTF-16BE' },
] as const;

/** The encoding that the byte-order mark at the start names; undefined if there is none. */
export function markedEncoding(bytes: Uint8Array): (typeof BYTE_ORDER_MARKS)[number]['encoding'] | undefined {
	return BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))?.encoding;
}

/** The bytes are no text in UTF-8, or in UTF-16 with a byte-order mark. Its message says what they seem to be. */
export class NotText extends Error {
	override name = 'NotText';
}

/**
 * The text of a file, without its byte-order mark. Nothing is guessed: a wrong guess would replace letters for good.
 *
 * @param bytes UTF-8, or UTF-16 with a byte-order mark
 * @throws NotText
 */
export function decodedText(bytes: Uint8Array): string {
	const marked = markedEncoding(bytes);
	if (marked?.startsWith('UTF-32') === true) throw new NotText(notUtf8(marked));
	const text = decoded(bytes, marked ?? 'UTF-8');
	if (text === null) throw new NotText(marked === undefined ? notUtf8(likelyEncoding(bytes)) : damaged(marked));
	if (text.includes('\0'))
		throw new NotText(
			'contains NUL characters. It seems to be a binary file, or UTF-16 without a byte-order mark. Save it as UTF-8.',
		);
	return text;
}

/**
 * @returns the text of the file, decoded as `decodedText` does
 * @throws NotText, and what Node throws for a file that cannot be read
 */
export function readTextFile(file: string | number): string {
	return decodedText(readFileSync(file));
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** @returns a name that `iconv` knows; null: nothing fits */
function likelyEncoding(bytes: Uint8Array): string | null {
	return analyse(bytes.subarray(0, SAMPLE_BYTES)).find(({ name }) => !/^(utf|ascii)/i.test(name))?.name ?? null;
}

function damaged(encoding: string): string {
	return `begins with the mark of ${encoding}, but is damaged: some of its bytes are no characters. Save it as UTF-8.`;
}

function notUtf8(likely: string | null): string {
	const advice =
		likely === null
			? 'Save it as UTF-8.'
			: `It seems to be ${likely}. Save it as UTF-8, or convert it: iconv -f ${likely.toUpperCase()} -t UTF-8 <file>`;
	return `is not UTF-8. ${advice}`;
}
