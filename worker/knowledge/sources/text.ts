import { markedEncoding } from '../../problems/text-file';
import { MOST_BYTES, SourceError } from '../rows/read-item';
import type { Source } from './source';

/** The text of a source, as a stream. */
export interface SourceText {
	/** The encoding that its bytes were read as. */
	encoding: string;
	/** What its reader should know, as a sentence; null if nothing was assumed. */
	note: string | null;
	/** The text without its byte-order mark, in pieces. Each call begins at the start. @throws SourceError */
	pieces: () => AsyncGenerator<string>;
}

/** Older Windows programs write it, and every byte is a character in it. */
const FALLBACK = 'windows-1252';
const FALLBACK_NOTE =
	'is not UTF-8. Its bytes were read as Windows-1252, as older programs save it. ' +
	'Check letters with accents, or save it as UTF-8 ("CSV UTF-8" in Excel)';

/**
 * Finds the encoding: a byte-order mark decides, else valid UTF-8 is UTF-8, else the text is read as Windows-1252. It
 * reads the source once for this, and keeps nothing of it.
 * @param encoding as `TextDecoder` names it, if the caller knows it
 * @throws SourceError if it is larger than 200 MB, no text, or damaged
 */
export async function textOf(source: Source, encoding?: string): Promise<SourceText> {
	const found = encoding ?? (await encodingOf(source));
	return {
		encoding: found,
		note: found === FALLBACK && encoding === undefined ? FALLBACK_NOTE : null,
		pieces: () => decoded(source, found),
	};
}

/** The text of a whole source. @throws SourceError */
export async function wholeText(source: Source): Promise<string> {
	let text = '';
	for await (const piece of (await textOf(source)).pieces()) text += piece;
	return text;
}

async function encodingOf(source: Source): Promise<string> {
	const utf8 = new TextDecoder('utf-8', { fatal: true });
	let isFirst = true;
	let size = 0;
	try {
		for await (const chunk of await source.open()) {
			const marked = isFirst ? markedEncoding(chunk) : undefined;
			if (marked?.startsWith('UTF-32') === true) throw new SourceError(`is ${marked}. Save it as UTF-8`);
			if (marked === 'UTF-16LE' || marked === 'UTF-16BE') return marked.toLowerCase();
			isFirst = false;
			size += chunk.length;
			if (size > MOST_BYTES) throw tooLarge();
			utf8.decode(chunk, { stream: true });
		}
		utf8.decode();
	} catch (error) {
		// Node's error of a decoder has this code and nothing of the text.
		if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
			return FALLBACK;
		throw error;
	}
	return 'utf-8';
}

async function* decoded(source: Source, encoding: string): AsyncGenerator<string> {
	const decoder = decoderFor(encoding);
	let size = 0;
	for await (const chunk of await source.open()) {
		size += chunk.length;
		if (size > MOST_BYTES) throw tooLarge();
		const text = decode(() => decoder.decode(chunk, { stream: true }), encoding);
		if (text.includes('\0'))
			throw new SourceError('contains NUL characters. It seems to be no text file. Save it as CSV or text in UTF-8');
		if (text !== '') yield text;
	}
	const rest = decode(() => decoder.decode(), encoding);
	if (rest !== '') yield rest;
}

function decoderFor(encoding: string): TextDecoder {
	try {
		return new TextDecoder(encoding, { fatal: true });
	} catch {
		throw new SourceError(`cannot be read as ${encoding}: there is no encoding of this name. Use utf-8`);
	}
}

function decode(work: () => string, encoding: string): string {
	try {
		return work();
	} catch {
		throw new SourceError(`is damaged: some of its bytes are no characters of ${encoding}. Save it as UTF-8`);
	}
}

function tooLarge(): SourceError {
	return new SourceError(`is larger than ${MOST_BYTES / 1024 / 1024} MB. Split it into several sets`);
}
