import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parser as saxParser, type SAXParser } from 'sax';
import { markedEncoding } from '../../problems/text-file';
import { beginOf, isGzip } from '../files/begin';

/** What a sitemap names beside its pages. */
export interface Sitemap {
	/** Further sitemaps, if it is an index. Null: the entry has no address. */
	sitemaps: Array<string | null>;
	/** Why entries may be missing, as the end of a sentence that begins with the address of the sitemap. */
	fault: string | null;
}

/** Of one sitemap, unpacked: the limit of sitemaps.org. */
const MEGABYTES = 50;
export const MOST_BYTES = MEGABYTES * 1024 * 1024;
/** Of all sitemaps together. */
export const MOST_ADDRESSES = 50_000;
/** Entries of an index that are looked at. Five times the sitemaps that are read. */
const MOST_NAMED = 1_000;
/** A sitemap has three levels, and extensions two more. */
const MOST_LEVELS = 100;
/** Longer than any address that a row may have, so that the row is refused. Characters. */
const LONGEST_ADDRESS = 4_000;
/** Enough to see what a document is. Characters. */
const BEGIN = 4_096;

const NO_SITEMAP = 'is no sitemap: its root is neither urlset nor sitemapindex';
const ROOTS: Readonly<Record<string, 'url' | 'sitemap'>> = { urlset: 'url', sitemapindex: 'sitemap' };

/** The rest of a sitemap is not read. The message is the end of a sentence that begins with its address. */
class Stop extends Error {
	override readonly name = 'Stop';
}

/**
 * Reads a sitemap or an index of sitemaps (sitemaps.org), packed or not. It stops where one of its bounds is reached, and
 * at the first fault. What it read until then counts.
 * @param path of the file on this machine
 * @param take is given each page in its order; null: the entry has no address
 */
export async function parseSitemap(path: string, take: (page: string | null) => void): Promise<Sitemap> {
	const sitemaps: Array<string | null> = [];
	let pages = 0;
	const entries = new Entries((kind, address) => {
		if (kind === 'sitemap') {
			sitemaps.push(address);
			if (sitemaps.length > MOST_NAMED) throw new Stop(`names more than ${MOST_NAMED} sitemaps`);
			return;
		}
		take(address);
		pages += 1;
		// One more than may count, so that its reader says so.
		if (pages > MOST_ADDRESSES) throw new Stop('');
	});
	const content = createReadStream(path);
	const unpacked = isGzip(await beginOf(path)) ? content.pipe(createGunzip()) : content;
	content.on('error', (error) => unpacked.destroy(error));
	try {
		for await (const text of textsOf(unpacked)) entries.write(text);
		entries.end();
		return { sitemaps, fault: null };
	} catch (error) {
		if (error instanceof Stop) return { sitemaps, fault: error.message === '' ? null : error.message };
		if (isDamaged(error)) return { sitemaps, fault: 'is a damaged .gz file' };
		throw error;
	} finally {
		content.destroy();
		unpacked.destroy();
	}
}

/** zlib's errors have codes such as `Z_DATA_ERROR`. */
function isDamaged(error: unknown): boolean {
	return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function* textsOf(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
	let decoder: TextDecoder | undefined;
	let size = 0;
	for await (const chunk of bytes) {
		if (!Buffer.isBuffer(chunk)) continue;
		decoder ??= decoderFor(chunk);
		size += chunk.length;
		if (size > MOST_BYTES) throw new Stop(`is larger than ${MEGABYTES} MB, packed or unpacked`);
		yield decoded(decoder, chunk);
	}
	if (decoder !== undefined) yield decoded(decoder);
}

function decoderFor(begin: Buffer): TextDecoder {
	const marked = markedEncoding(begin) ?? 'UTF-8';
	if (marked.startsWith('UTF-32')) throw new Stop('is not UTF-8');
	return new TextDecoder(marked, { fatal: true });
}

/** @param chunk default: the end */
function decoded(decoder: TextDecoder, chunk?: Buffer): string {
	try {
		const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
		if (!text.includes('\0')) return text;
	} catch {
		// Bytes that are no characters.
	}
	throw new Stop('is not UTF-8');
}

/** Finds the entries of a sitemap in its text, with nothing of it in memory but the entry that is read. */
class Entries {
	readonly #parser: SAXParser;
	/** Names of the open elements, without prefixes: any prefix may name the namespace of sitemaps. */
	readonly #open: string[] = [];
	#begin = '';
	#hasRoot = false;
	#address: string | null = null;
	/** What the open `loc` has so far; null: none is open. */
	#text: string | null = null;

	constructor(private readonly take: (kind: 'url' | 'sitemap', address: string | null) => void) {
		this.#parser = saxParser(true, { position: true });
		this.#parser.onopentag = ({ name }) => {
			this.#opened(localName(name));
		};
		this.#parser.onclosetag = () => {
			this.#closed();
		};
		this.#parser.ontext = this.#parser.oncdata = (text) => {
			if (this.#text !== null && this.#text.length <= LONGEST_ADDRESS) this.#text += text.slice(0, LONGEST_ADDRESS + 1);
		};
		// No sitemap needs one, and entities of its own could make it grow.
		this.#parser.ondoctype = () => {
			throw new Stop('has a document type, which no sitemap has');
		};
		this.#parser.onerror = () => {
			throw this.#invalid();
		};
	}

	/** @throws Stop */
	write(text: string): void {
		this.#throwIfPage(text);
		this.#parser.write(text);
	}

	/** @throws Stop if the text ends too early */
	end(): void {
		this.#parser.close();
		if (!this.#hasRoot) throw new Stop(NO_SITEMAP);
	}

	#throwIfPage(text: string): void {
		if (this.#begin.length >= BEGIN) return;
		this.#begin += text.slice(0, BEGIN);
		if (/^\s*(<!doctype html|<html)/i.test(this.#begin)) throw new Stop('is an HTML page, and no sitemap');
	}

	#opened(name: string): void {
		const [root = name, entry] = this.#open;
		const kind = ROOTS[root];
		if (kind === undefined) throw new Stop(NO_SITEMAP);
		this.#hasRoot = true;
		if (this.#open.length === 1 && name === kind) this.#address = null;
		if (this.#open.length === 2 && entry === kind && name === 'loc' && this.#address === null) this.#text = '';
		this.#open.push(name);
		if (this.#open.length > MOST_LEVELS) throw new Stop(`has more than ${MOST_LEVELS} levels`);
	}

	#closed(): void {
		const name = this.#open.pop();
		const [root = ''] = this.#open;
		const kind = ROOTS[root];
		if (this.#open.length === 2 && name === 'loc' && this.#text !== null) {
			const address = this.#text.trim();
			this.#address = address === '' ? null : address;
			this.#text = null;
		}
		if (this.#open.length === 1 && kind !== undefined && name === kind) this.take(kind, this.#address);
	}

	#invalid(): Stop {
		return new Stop(`is no valid XML in line ${this.#parser.line + 1}, so that pages may be missing`);
	}
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}
