import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { AddressGuard } from './address-guard';
import { fetchDocument } from './fetch-document';
import { linkOnSite } from './page-address';

const MOST_SITEMAPS = 10;

const entriesSchema = z.array(z.object({ loc: z.coerce.string() }));
const sitemapSchema = z.object({
	urlset: z.object({ url: entriesSchema }).optional().catch(undefined),
	sitemapindex: z.object({ sitemap: entriesSchema }).optional().catch(undefined),
});

/**
 * The pages of a site that its sitemaps name (sitemaps.org), sitemaps of sitemaps included. A sitemap is a help, not
 * a promise: one that cannot be read is passed over.
 *
 * @param named what robots.txt names; nothing: the usual place
 */
export async function readSitemaps(
	guard: AddressGuard,
	site: string,
	named: string[],
	signal: AbortSignal,
): Promise<string[]> {
	const waiting = named.length > 0 ? [...named] : [`${site}/sitemap.xml`];
	const seen = new Set<string>();
	const pages: string[] = [];
	for (let next = waiting.shift(); next !== undefined && seen.size < MOST_SITEMAPS; next = waiting.shift()) {
		if (seen.has(next) || !URL.canParse(next) || new URL(next).origin !== site) continue;
		seen.add(next);
		const { urlset, sitemapindex } = await readSitemap(guard, new URL(next), signal);
		pages.push(...(urlset?.url ?? []).flatMap(({ loc }) => linkOnSite(loc.trim(), new URL(site), site) ?? []));
		waiting.push(...(sitemapindex?.sitemap ?? []).map(({ loc }) => loc.trim()));
	}
	return pages;
}

async function readSitemap(guard: AddressGuard, address: URL, signal: AbortSignal) {
	try {
		const { body } = await fetchDocument(guard, address, signal);
		const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap', parseTagValue: false });
		return sitemapSchema.parse(parser.parse(body.toString('utf8')));
	} catch (error) {
		if (signal.aborted) throw error;
		return {};
	}
}
