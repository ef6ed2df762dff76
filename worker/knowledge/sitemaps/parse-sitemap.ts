import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { NotText, decodedText } from '../../problems/text-file';

/** What a sitemap names. */
export interface Sitemap {
	/** Its pages, or those of the part that can be read. Null: the entry has no address. */
	pages: Array<string | null>;
	/** Further sitemaps, if it is an index. */
	sitemaps: Array<string | null>;
	/** Why entries may be missing, as the end of a sentence that begins with the address of the sitemap. */
	fault: string | null;
}

/** `<loc>`, or null for an entry without one. Prefixes of other namespaces can make several of it. */
const location = z
	.union([z.string(), z.array(z.unknown()).transform((all) => all.find((each) => typeof each === 'string'))])
	.transform((text) => text?.trim() ?? '')
	.transform((text) => (text === '' ? null : text))
	.catch(null);
const entries = z
	.array(
		z
			.object({ loc: location })
			.transform(({ loc }) => loc)
			.catch(null),
	)
	.catch([]);
const documentSchema = z.object({
	urlset: z.union([z.object({ url: entries }), z.string()]).optional(),
	sitemapindex: z.union([z.object({ sitemap: entries }), z.string()]).optional(),
});

/** Any prefix may name the namespace of sitemaps. Values stay texts. */
const parser = new XMLParser({
	isArray: (name) => name === 'url' || name === 'sitemap',
	removeNSPrefix: true,
	parseTagValue: false,
});

/** Reads a sitemap or an index of sitemaps (sitemaps.org). Of a broken one it reads what it can, and says what is wrong. */
export function parseSitemap(bytes: Uint8Array): Sitemap {
	const text = textOf(bytes);
	if (text === null) return unreadable('is not UTF-8');
	if (/^\s*<!doctype html|^\s*<html/i.test(text)) return unreadable('is an HTML page, and no sitemap');
	// No sitemap needs one, and entities of its own could make it grow.
	if (/<!DOCTYPE/i.test(text.slice(0, 4096))) return unreadable('has a document type, which no sitemap has');
	const valid = XMLValidator.validate(text);
	const fault = valid === true ? null : `is no valid XML in line ${valid.err.line}, so that pages may be missing`;
	const found = entriesOf(text);
	if (found !== null) return { ...found, fault };
	return unreadable(fault ?? 'is no sitemap: its root is neither urlset nor sitemapindex');
}

function entriesOf(text: string): Omit<Sitemap, 'fault'> | null {
	let parsed: unknown;
	try {
		parsed = parser.parse(text);
	} catch {
		return null;
	}
	const { success, data } = documentSchema.safeParse(parsed);
	if (!success || (data.urlset === undefined && data.sitemapindex === undefined)) return null;
	return {
		pages: typeof data.urlset === 'object' ? data.urlset.url : [],
		sitemaps: typeof data.sitemapindex === 'object' ? data.sitemapindex.sitemap : [],
	};
}

function textOf(bytes: Uint8Array): string | null {
	try {
		return decodedText(bytes);
	} catch (error) {
		if (error instanceof NotText) return null;
		throw error;
	}
}

function unreadable(fault: string): Sitemap {
	return { pages: [], sitemaps: [], fault };
}
