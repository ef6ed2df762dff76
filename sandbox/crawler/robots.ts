import robotsParser from 'robots-parser';
import { decodeText } from '../documents/decode-text';
import type { AddressGuard } from './address-guard';
import { fetchDocument, USER_AGENT } from './fetch-document';
import { FetchError, linkOnSite, type SitemapContent } from './page';
import type { PageReader } from './page-reader';

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

/**
 * The pages that a site's sitemaps name (sitemaps.org), nested sitemaps included. A sitemap is optional: an unreadable
 * one is skipped.
 *
 * @param reader parses them
 * @param named the sitemaps that robots.txt names; if it names none, the usual place
 */
export async function readSitemaps(
	guard: AddressGuard,
	reader: PageReader,
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
		const found = await readSitemap(guard, reader, new URL(next), signal);
		for (const loc of found.pages) {
			const page = linkOnSite(loc.trim(), new URL(site), site);
			if (page !== undefined) pages.push(page);
		}
		for (const loc of found.sitemaps) waiting.push(loc.trim());
	}
	return pages;
}

async function readSitemap(
	guard: AddressGuard,
	reader: PageReader,
	address: URL,
	signal: AbortSignal,
): Promise<SitemapContent> {
	try {
		const { body } = await fetchDocument(guard, address, signal);
		return await reader.readSitemap(body, signal);
	} catch (error) {
		if (signal.aborted) throw error;
		return { pages: [], sitemaps: [] };
	}
}
