import robotsParser from 'robots-parser';
import type { AddressGuard } from './address-guard';
import { fetchDocument, USER_AGENT } from './fetch-document';
import { FetchError } from './fetch-error';

export interface RobotsRules {
	allows(address: string): boolean;
	/** Seconds between two requests that the site asks for. */
	crawlDelay: number;
	sitemaps: string[];
}

/** However long a site asks for, a run has to end. */
const MOST_DELAY_SECONDS = 10;

/**
 * Reads the rules of a site, as RFC 9309 has it: no file, no rules; a file that cannot be read because the server
 * fails forbids everything.
 *
 * @throws FetchError when the site cannot be reached
 */
export async function readRobots(guard: AddressGuard, site: string, signal: AbortSignal): Promise<RobotsRules> {
	const address = `${site}/robots.txt`;
	const text = await readRules(guard, new URL(address), signal);
	const rules = robotsParser(address, text);
	return {
		allows: (page) => rules.isAllowed(page, USER_AGENT) !== false,
		crawlDelay: Math.min(rules.getCrawlDelay(USER_AGENT) ?? 0, MOST_DELAY_SECONDS),
		sitemaps: rules.getSitemaps(),
	};
}

async function readRules(guard: AddressGuard, address: URL, signal: AbortSignal): Promise<string> {
	try {
		return (await fetchDocument(guard, address, signal)).body.toString('utf8');
	} catch (error) {
		if (!(error instanceof FetchError) || error.status === undefined) throw error;
		return error.status >= 500 ? 'User-agent: *\nDisallow: /' : '';
	}
}
