import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { FetchError, fetchPublic } from '../../net/fetch-public';
import { MOST_ROWS, type Place, type ReadItem, tooManyRows } from '../rows/read-item';
import { readItemOf } from '../rows/wanted-row';
import { addressFilter, type AddressPatterns } from './address-patterns';
import { parseSitemap, type Sitemap } from './parse-sitemap';

/** Of one sitemap, unpacked: the limit of sitemaps.org. */
const MEGABYTES = 50;
const MOST_BYTES = MEGABYTES * 1024 * 1024;
/** Of all sitemaps together. */
const MOST_ADDRESSES = 50_000;
/** Sitemaps below an index, the index included. */
const MOST_SITEMAPS = 200;
/** An index, an index in it, and their sitemaps. sitemaps.org has two levels. */
const MOST_DEPTH = 3;

const unpack = promisify(gunzip);
export const isGzip = (body: Uint8Array) => body[0] === 0x1f && body[1] === 0x8b;

export interface SitemapOptions extends AddressPatterns {
	/** Whether pages of other hosts count. Default: those of the sitemap's host, with and without `www.`. */
	otherHosts?: boolean;
	/** Which hosts may be called: `host:port`, and `*:port` for every public host. Default: public ones at 443 and 80. */
	hosts?: readonly string[];
	signal?: AbortSignal;
	/** What the address has, if it was fetched already. */
	body?: Buffer;
}

interface Waiting {
	address: string;
	depth: number;
}

/**
 * Reads the pages of a sitemap, or of an index with its sitemaps, compressed ones included. Each page counts once. A sitemap
 * that cannot be read is a broken item, and those beside it count.
 * @throws SourceError if more than 20,000 pages count, or the reason of the signal
 */
export async function* readSitemap(address: string, options: SitemapOptions = {}): AsyncGenerator<ReadItem> {
	const filter = addressFilter(options);
	const waiting: Waiting[] = [{ address, depth: 1 }];
	const known = new Set([address]);
	const pages = new Set<string>();
	let addresses = 0;
	let rows = 0;
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const place = { source: next.address };
		const body = next.address === address ? options.body : undefined;
		const sitemap = body === undefined ? await sitemapAt(next.address, options) : await sitemapIn(body);
		if (sitemap.fault !== null) yield broken(place, sitemap.fault);
		for (const [index, page] of sitemap.pages.entries()) {
			addresses += 1;
			if (addresses > MOST_ADDRESSES) {
				yield broken(place, `has more than ${MOST_ADDRESSES} addresses, together with those before it`);
				return;
			}
			const item = itemOf(page, { ...place, row: index + 1 }, address, options.otherHosts ?? false);
			if (item.kind === 'wanted' && item.row.type === 'page') {
				const url = new URL(item.row.url);
				if (!filter(url) || pages.has(url.href)) continue;
				pages.add(url.href);
				rows += 1;
				if (rows > MOST_ROWS) throw tooManyRows();
			}
			yield item;
		}
		yield* further(sitemap, next, waiting, known);
	}
}

async function sitemapAt(address: string, { hosts, signal }: SitemapOptions): Promise<Sitemap> {
	const rules = { hosts: hosts ?? ['*:443', '*:80'], mostBytes: MOST_BYTES };
	let body: Buffer;
	try {
		({ body } = await fetchPublic(address, { ...rules, signal: signal ?? new AbortController().signal }));
	} catch (error) {
		if (!(error instanceof FetchError)) throw error;
		return without(error.message);
	}
	return sitemapIn(body);
}

async function sitemapIn(body: Buffer): Promise<Sitemap> {
	if (body.length > MOST_BYTES) return without(`is larger than ${MEGABYTES} MB`);
	if (!isGzip(body)) return parseSitemap(body);
	try {
		return parseSitemap(await unpack(body, { maxOutputLength: MOST_BYTES }));
	} catch {
		return without(`is a damaged .gz file, or unpacks to more than ${MEGABYTES} MB`);
	}
}

function without(fault: string): Sitemap {
	return { pages: [], sitemaps: [], fault };
}

/** Adds the sitemaps of an index to those that wait. */
function* further({ sitemaps }: Sitemap, of: Waiting, waiting: Waiting[], known: Set<string>): Generator<ReadItem> {
	const place = { source: of.address };
	for (const [index, named] of sitemaps.entries()) {
		const at = { ...place, row: index + 1 };
		if (named === null || !URL.canParse(named, of.address)) {
			yield broken(at, 'names a sitemap without a valid address');
			continue;
		}
		const { href } = new URL(named, of.address);
		if (known.has(href)) continue;
		if (of.depth >= MOST_DEPTH) yield broken(at, `names a sitemap below ${MOST_DEPTH} levels, which is not read`);
		else if (known.size >= MOST_SITEMAPS) {
			yield broken(at, `names more than ${MOST_SITEMAPS} sitemaps`);
			return;
		} else {
			known.add(href);
			waiting.push({ address: href, depth: of.depth + 1 });
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
