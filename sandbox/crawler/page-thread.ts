import { type CheerioAPI, loadBuffer } from 'cheerio';
import { charsetOf, decodeText } from '../documents/decode-text';
import { handleTasks, isTooDeep } from '../../api/bounded-reader';
import { cleanText } from '../documents/plain-text';
import { textOfPage } from '../documents/read-text';
import { FetchError, linkOnSite, type PageResponse, type PageContent, type PageTask, pageTaskSchema } from './page';

/** The thread that reads pages. Some markup takes a library minutes. The service keeps responding meanwhile. */
handleTasks((task): PageResponse => {
	try {
		const { title, text, ...page } = readPage(pageTaskSchema.parse(task));
		return { answer: 'page', ...page, title: cleanText(title), text: cleanText(text).trim() };
	} catch (error) {
		if (error instanceof FetchError) return { answer: 'refused', message: error.message };
		if (isTooDeep(error)) return { answer: 'refused', message: 'it is nested too deeply to be read' };
		throw error;
	}
});

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
