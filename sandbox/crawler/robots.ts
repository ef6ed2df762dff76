import { XMLParser } from 'fast-xml-parser';
import robotsParser from 'robots-parser';
import { z } from 'zod';
import { decodeText } from '../documents/decode-text';
import type { AddressGuard } from './address-guard';
import { fetchDocument, USER_AGENT } from './fetch-document';
import { FetchError, linkOnSite } from './page';

/** The rules of the sites that one piece of work visits. It reads each site's rules once. */
export class Robots {
	private readonly known = new Map<string, RobotsRules>();

	constructor(
		private readonly guard: AddressGuard,
		private readonly signal: AbortSignal,
	) {}

	/** @param site an origin @throws FetchError NotPublicError when the site cannot be reached */
	async rulesOf(site: string): Promise<RobotsRules> {
		const rules = this.known.get(site) ?? (await readRobots(this.guard, site, this.signal));
		this.known.set(site, rules);
		return rules;
	}

	/** For `fetchDocument`: checks every address against the rules of its site. */
	readonly permit = async (url: URL): Promise<void> => {
		const rules = await this.rulesOf(url.origin);
		if (!rules.allows(url.href)) throw new FetchError(`the robots.txt of ${url.host} does not allow reading it`);
	};
}

export interface RobotsRules {
	allows(address: string): boolean;
	/** The site's crawl delay in seconds. */
	crawlDelay: number;
	sitemaps: string[];
}

/** Upper bound on a site's crawl delay, because a run must end. */
const MAX_DELAY_SECONDS = 10;

/**
 * Reads the rules of a site according to RFC 9309. Without the file there are no rules. If the server fails to send the
 * file, everything is forbidden.
 *
 * @throws FetchError when the site cannot be reached
 */
async function readRobots(guard: AddressGuard, site: string, signal: AbortSignal): Promise<RobotsRules> {
	const address = `${site}/robots.txt`;
	const text = await readRules(guard, new URL(address), signal);
	const rules = robotsParser(address, text);
	return {
		allows: (page) => rules.isAllowed(page, USER_AGENT) !== false,
		// Some sites write a word, or less than nothing.
		crawlDelay: Math.max(0, Math.min(rules.getCrawlDelay(USER_AGENT) || 0, MAX_DELAY_SECONDS)),
		sitemaps: rules.getSitemaps(),
	};
}

async function readRules(guard: AddressGuard, address: URL, signal: AbortSignal): Promise<string> {
	try {
		return decodeText((await fetchDocument(guard, address, signal)).body);
	} catch (error) {
		if (!(error instanceof FetchError) || error.status === undefined) throw error;
		return error.status >= 500 ? 'User-agent: *\nDisallow: /' : '';
	}
}

const MAX_SITEMAPS = 10;

const entriesSchema = z.array(z.object({ loc: z.coerce.string() }));
const sitemapSchema = z.object({
	urlset: z.object({ url: entriesSchema }).optional().catch(undefined),
	sitemapindex: z.object({ sitemap: entriesSchema }).optional().catch(undefined),
});

/**
 * The pages that a site's sitemaps name (sitemaps.org), nested sitemaps included. A sitemap is optional: an unreadable
 * one is skipped.
 *
 * @param named the sitemaps that robots.txt names; if it names none, the usual place
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
	for (let next = waiting.shift(); next !== undefined && seen.size < MAX_SITEMAPS; next = waiting.shift()) {
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
		return sitemapSchema.parse(parser.parse(decodeText(body)));
	} catch (error) {
		if (signal.aborted) throw error;
		return {};
	}
}
