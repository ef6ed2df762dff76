import { type CheerioAPI, loadBuffer } from 'cheerio';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { charsetOf, decodeText } from '../documents/decode-text';
import { handleTasks, isTooDeep } from '../../api/bounded-reader';
import { cleanText } from '../documents/plain-text';
import { textOfPage } from '../documents/read-text';
import {
	FetchError,
	linkOnSite,
	type PageResponse,
	type PageContent,
	type PageTask,
	pageTaskSchema,
	type SitemapContent,
	sitemapTaskSchema,
} from './page';

/** The thread that reads pages. Some markup takes a library minutes. The service keeps responding meanwhile. */
handleTasks((task): PageResponse => {
	try {
		const { success, data } = sitemapTaskSchema.safeParse(task);
		if (success) return { answer: 'sitemap', ...readSitemap(data.sitemap) };
		const { title, text, ...page } = readPage(pageTaskSchema.parse(task));
		return { answer: 'page', ...page, title: cleanText(title), text: cleanText(text).trim() };
	} catch (error) {
		if (error instanceof FetchError) return { answer: 'refused', message: error.message };
		if (isTooDeep(error)) return { answer: 'refused', message: 'it is nested too deeply to be read' };
		throw error;
	}
});

const entriesSchema = z.array(z.object({ loc: z.coerce.string() }));
const sitemapSchema = z.object({
	urlset: z.object({ url: entriesSchema }).optional().catch(undefined),
	sitemapindex: z.object({ sitemap: entriesSchema }).optional().catch(undefined),
});

/** @throws FetchError if it is no sitemap */
function readSitemap(body: Uint8Array): SitemapContent {
	const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap', parseTagValue: false });
	const { success, data } = sitemapSchema.safeParse(parsed(() => parser.parse(decodeText(body))));
	if (!success) throw new FetchError('it is no sitemap');
	const { urlset, sitemapindex } = data;
	return {
		pages: (urlset?.url ?? []).map(({ loc }) => loc),
		sitemaps: (sitemapindex?.sitemap ?? []).map(({ loc }) => loc),
	};
}

/** @returns null for what is no XML */
function parsed(parse: () => unknown): unknown {
	try {
		return parse();
	} catch {
		return null;
	}
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml', ''];

/** Extracts the text of a document. @throws FetchError if it is not a text page */
function readPage(document: PageTask): PageContent {
	if (HTML_TYPES.includes(document.mediaType)) return readHtml(document);
	if (document.mediaType === 'text/plain' || document.mediaType === 'text/markdown') return readPlainText(document);
	throw new FetchError(`it is not a text page (${document.mediaType})`);
}

function readPlainText({ url, body, charset, robotsTag }: PageTask): PageContent {
	const text = decodeText(body, charset).trim();
	const noindex = robotsTag.includes('noindex');
	return { title: lastPart(new URL(url)), text, links: [], canonical: undefined, noindex };
}

function readHtml({ url: address, body, charset, robotsTag }: PageTask): PageContent {
	const url = new URL(address);
	// The charset of the server, else of the page, else the detected one.
	const $ = loadBuffer(Buffer.from(body), {
		encoding: { transportLayerEncodingLabel: charset, defaultEncoding: charsetOf(body) },
	});
	const robots = `${robotsTag},${$('meta[name="robots" i]').attr('content')?.toLowerCase() ?? ''}`;
	const base = $('base[href]').attr('href');
	const baseUrl = base !== undefined && URL.canParse(base, url.href) ? new URL(base, url) : url;
	const canonical = $('link[rel="canonical" i]').attr('href');
	const title = $('title').first().text().trim() || $('h1').first().text().trim() || lastPart(url);
	return {
		title,
		links: robots.includes('nofollow') ? [] : linksOf($, baseUrl, url.origin),
		canonical: canonical === undefined ? undefined : linkOnSite(canonical, baseUrl, url.origin),
		noindex: robots.includes('noindex'),
		text: textOfPage($),
	};
}

function linksOf($: CheerioAPI, base: URL, site: string): string[] {
	const links = $('a[href]:not([rel~="nofollow" i])')
		.toArray()
		.flatMap((anchor) => linkOnSite($(anchor).attr('href') ?? '', base, site) ?? []);
	return [...new Set(links)];
}

function lastPart(url: URL): string {
	return url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
}
