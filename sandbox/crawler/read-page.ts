import { type CheerioAPI, loadBuffer } from 'cheerio';
import { convert } from 'html-to-text';
import { FetchError, type FetchedDocument } from './fetch-document';
import { linkOnSite } from './page-address';

export interface PageContent {
	title: string;
	/** Plain text of what the page is about: without navigation, header and footer. */
	text: string;
	/** Addresses on the same site that it links to. */
	links: string[];
	/** The address it wants to be known by, where it names one on the same site. */
	canonical: string | undefined;
	/** It asks not to be found. */
	noindex: boolean;
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml', ''];

/** Makes text of a document. @throws FetchError when it is no page of text */
export function readPage(document: FetchedDocument): PageContent {
	if (HTML_TYPES.includes(document.mediaType)) return readHtml(document);
	if (document.mediaType === 'text/plain' || document.mediaType === 'text/markdown') return readPlainText(document);
	throw new FetchError(`it is not a page of text (${document.mediaType})`);
}

function readPlainText({ url, body, charset, robotsTag }: FetchedDocument): PageContent {
	const text = decode(body, charset).trim();
	const noindex = robotsTag.includes('noindex');
	return { title: lastPart(url), text, links: [], canonical: undefined, noindex };
}

function readHtml({ url, body, charset, robotsTag }: FetchedDocument): PageContent {
	// The server's charset, else the page's own, else UTF-8.
	const $ = loadBuffer(body, { encoding: { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' } });
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
		text: textOf($),
	};
}

function linksOf($: CheerioAPI, base: URL, site: string): string[] {
	const links = $('a[href]:not([rel~="nofollow" i])')
		.toArray()
		.flatMap((anchor) => linkOnSite($(anchor).attr('href') ?? '', base, site) ?? []);
	return [...new Set(links)];
}

function textOf($: CheerioAPI): string {
	$('script, style, noscript, template, iframe, svg, nav, body > header, body > footer, form, [hidden]').remove();
	const main = $('main, [role="main"]').first();
	const html = (main.length > 0 ? main : $('body')).html() ?? '';
	return convert(html, {
		wordwrap: false,
		selectors: [
			{ selector: 'a', options: { ignoreHref: true } },
			{ selector: 'img', format: 'skip' },
			...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
			{ selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
		],
	}).trim();
}

function decode(body: Buffer, charset = 'utf-8'): string {
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		// A charset nobody knows.
		return body.toString('utf8');
	}
}

function lastPart(url: URL): string {
	return url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
}
