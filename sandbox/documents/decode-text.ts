import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

const BYTE_ORDER_MARKS: ReadonlyArray<[mark: number[], charset: string]> = [
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xff, 0xfe], 'utf-16le'],
	[[0xfe, 0xff], 'utf-16be'],
];
/** Enough of a text to detect its charset. */
const SAMPLE_BYTES = 64 * 1024;

/** Decodes bytes to text: by byte order mark, by the declared charset, as UTF-8, else by detection. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
	return decoderFor(charsetOf(bytes, declared)).decode(bytes);
}

/** The name of a charset that `TextDecoder` knows. */
export function charsetOf(bytes: Uint8Array, declared?: string): string {
	const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
	if (marked !== undefined) return marked;
	if (declared !== undefined && isKnown(declared)) return declared;
	if (isUtf8(bytes)) return 'utf-8';
	const likely = analyse(bytes.subarray(0, SAMPLE_BYTES)).find(({ name }) => !/^utf/i.test(name) && isKnown(name));
	return likely?.name ?? 'windows-1252';
}

function isKnown(charset: string): boolean {
	try {
		decoderFor(charset);
		return true;
	} catch {
		return false;
	}
}

function decoderFor(charset: string): TextDecoder {
	return new TextDecoder(charset);
}
