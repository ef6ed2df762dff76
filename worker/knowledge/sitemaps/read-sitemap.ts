import { join } from 'node:path';
import { z } from 'zod';
import { type FetchedDocument, FetchError, fetchPublic, type FetchRules } from '../../net/fetch-public';
import type { AllowedHosts } from '../../net/webhook-target';
import { newWorkFolder } from '../files/work-folder';
import { linesIn } from '../lines/lines-in';
import { MOST_ROWS, type Place, type ReadItem, SourceError, tooManyRows } from '../rows/read-item';
import { readItemOf } from '../rows/wanted-row';
import { addressFilter, type AddressPatterns } from './address-patterns';
import { MOST_ADDRESSES, MOST_BYTES, type Sitemap } from './parse-sitemap';

/** Sitemaps below an index, the index included. */
const MOST_SITEMAPS = 200;
/** An index, an index in it, and their sitemaps. sitemaps.org has two levels. */
const MOST_DEPTH = 3;

/**
 * Parses a sitemap where it can stop nobody.
 * @param path of the file
 * @param pages where to write the pages, an address or null a line, as JSON
 * @throws SourceError if it takes too long, or too much memory
 */
export type ParseSitemap = (path: string, pages: string, signal?: AbortSignal) => Promise<Sitemap>;

export interface SitemapOptions extends AddressPatterns {
	parse: ParseSitemap;
	/** Whether pages of other hosts count. Default: those of the sitemap's host, with and without `www.`. */
	otherHosts?: boolean;
	/** Which hosts may be called. Default: public ones at 443 and 80. */
	hosts?: AllowedHosts;
	signal?: AbortSignal;
	/** The file that has what is at an address, if it was fetched already. */
	fetched?: { address: string; path: string } & Pick<FetchedDocument, 'reach'>;
}

interface Waiting {
	address: string;
	depth: number;
	/** Of the sitemap that names it. */
	from: FetchRules['from'];
}

/**
 * Reads the pages of a sitemap, or of an index with its sitemaps, compressed ones included. Each page counts once. A sitemap
 * that cannot be read is a broken item, and those beside it count.
 * @throws SourceError if more than 20,000 pages count, or the reason of the signal
 */
export async function* readSitemap(address: string, options: SitemapOptions): AsyncGenerator<ReadItem> {
	const filter = addressFilter(options);
	const waiting: Waiting[] = [{ address, depth: 1, from: undefined }];
	const seen = new Set([address]);
	const pages = new Set<string>();
	let addresses = 0;
	const itemsOf = function* (page: string | null, place: Place): Generator<ReadItem> {
		const item = itemOf(page, place, address, options.otherHosts ?? false);
		if (item.kind === 'wanted' && item.row.type === 'page') {
			const url = new URL(item.row.url);
			if (!filter(url) || pages.has(url.href)) return;
			pages.add(url.href);
			if (pages.size > MOST_ROWS) throw tooManyRows();
		}
		yield item;
	};
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const place = { source: next.address };
		const folder = await newWorkFolder();
		try {
			const { sitemap, from } = await sitemapAt(next, folder.path, options);
			if (sitemap.fault !== null) yield broken(place, sitemap.fault);
			let row = 0;
			for await (const page of pagesIn(folder.path)) {
				row += 1;
				addresses += 1;
				if (addresses > MOST_ADDRESSES) {
					yield broken(place, `has more than ${MOST_ADDRESSES} addresses, together with those before it`);
					return;
				}
				yield* itemsOf(page, { ...place, row });
			}
			yield* further(sitemap, { ...next, from }, waiting, seen);
		} finally {
			await folder.remove();
		}
	}
}

/** Where `sitemapAt` writes the pages. */
const PAGES = 'pages';

/** A sitemap, and the reach of its address after redirects. */
interface At {
	sitemap: Sitemap;
	from: FetchRules['from'];
}

/** Fetches a sitemap, unless it was fetched already, and parses it. */
async function sitemapAt(
	{ address, from }: Waiting,
	folder: string,
	{ parse, hosts = { hosts: ['*:443', '*:80'] }, signal = new AbortController().signal, fetched }: SitemapOptions,
): Promise<At> {
	const known = fetched?.address === address ? fetched : undefined;
	const path = known?.path ?? join(folder, 'sitemap');
	try {
		const rules = { ...hosts, mostBytes: MOST_BYTES, from, signal };
		const { reach } = known ?? (await fetchPublic(address, rules, path));
		return { sitemap: await parse(path, join(folder, PAGES), signal), from: reach };
	} catch (error) {
		if (!(error instanceof FetchError || error instanceof SourceError)) throw error;
		return { sitemap: { sitemaps: [], fault: error.message }, from };
	}
}

const pageSchema = z.string().nullable();

async function* pagesIn(folder: string): AsyncGenerator<string | null> {
	for await (const line of linesIn(join(folder, PAGES))) yield pageSchema.parse(JSON.parse(line));
}

/** Adds the sitemaps of an index to those that wait. */
function* further({ sitemaps }: Sitemap, of: Waiting, waiting: Waiting[], seen: Set<string>): Generator<ReadItem> {
	const place = { source: of.address };
	for (const [index, named] of sitemaps.entries()) {
		const at = { ...place, row: index + 1 };
		if (named === null || !URL.canParse(named, of.address)) {
			yield broken(at, 'names a sitemap without a valid address');
			continue;
		}
		const { href } = new URL(named, of.address);
		if (seen.has(href)) continue;
		if (of.depth >= MOST_DEPTH) yield broken(at, `names a sitemap below ${MOST_DEPTH} levels, which is not read`);
		else if (seen.size >= MOST_SITEMAPS) {
			yield broken(at, `names more than ${MOST_SITEMAPS} sitemaps`);
			return;
		} else {
			seen.add(href);
			waiting.push({ address: href, depth: of.depth + 1, from: of.from });
		}
	}
}

function itemOf(page: string | null, place: Place, sitemap: string, otherHosts: boolean): ReadItem {
	if (page === null) return { kind: 'refused', place, problems: [{ field: 'loc', reason: 'is missing' }] };
	const item = readItemOf({ type: 'page', url: page }, place);
	if (item.kind !== 'wanted' || otherHosts || siteOf(page) === siteOf(sitemap)) return item;
	const reason = 'is on another host than the sitemap. Allow other hosts, or use the sitemap of that host';
	return { kind: 'refused', place, problems: [{ field: 'loc', reason }] };
}

/** `www.example.com` and `example.com` are one site. */
function siteOf(address: string): string {
	return new URL(address).hostname.replace(/^www\./, '');
}

function broken(place: Place, fault: string): ReadItem {
	return { kind: 'broken', place, reason: `The sitemap ${fault}.` };
}
