import { z } from 'zod';

/**
 * An address that is not a public web page, so the crawler may not read it. The message continues after "this address".
 */
export class NotPublicError extends Error {
	override name = 'NotPublicError';
}

/** A document could not be fetched. The message is for the source's owner. */
export class FetchError extends Error {
	override name = 'FetchError';

	/** @param status of the response, if there was one */
	constructor(
		message: string,
		readonly status?: number,
	) {
		super(message);
	}

	/** The server says that the document does not exist. Other failures may be temporary. */
	get isGone(): boolean {
		return this.status === 404 || this.status === 410;
	}
}

/** Files that pages link to and that are not pages. */
const NOT_A_PAGE =
	/\.(avif|bmp|gif|ico|jpe?g|png|svg|webp|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot|mp[34]|m4[av]|webm|ogg|wav|mov|avi|zip|gz|tgz|tar|rar|7z|exe|dmg|apk|pdf|docx?|xlsx?|pptx?|csv)$/i;

/** The normal form of an address, without its fragment, to recognize a page again. */
export function pageAddress(url: URL): string {
	const plain = new URL(url);
	plain.hash = '';
	return plain.href;
}

/** Resolves a link of a page. Undefined if it leads to another site, or to a file that is not a page. */
export function linkOnSite(link: string, page: URL, site: string): string | undefined {
	if (!URL.canParse(link, page.href)) return undefined;
	const url = new URL(link, page);
	if (url.origin !== site || NOT_A_PAGE.test(url.pathname)) return undefined;
	return pageAddress(url);
}

/** A fetched document, as the thread that reads pages receives it. */
export const pageTaskSchema = z.object({
	url: z.string(),
	mediaType: z.string(),
	charset: z.string().optional(),
	robotsTag: z.string(),
	body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
});

/** A fetched sitemap, as the same thread receives it. */
export const sitemapTaskSchema = z.object({
	sitemap: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
});

const sitemapContentSchema = z.object({
	/** Addresses as they stand there. */
	pages: z.array(z.string()),
	/** Of further sitemaps, if it is an index. */
	sitemaps: z.array(z.string()),
});

const pageContentSchema = z.object({
	title: z.string(),
	/** The main text of the page, without navigation, header and footer. */
	text: z.string(),
	/** Addresses that it links to on the same site. */
	links: z.array(z.string()),
	/** The canonical address, if it is on the same site. */
	canonical: z.string().optional(),
	/** Whether it asks not to be indexed. */
	noindex: z.boolean(),
});

export const pageResponseSchema = z.discriminatedUnion('answer', [
	pageContentSchema.extend({ answer: z.literal('page') }),
	sitemapContentSchema.extend({ answer: z.literal('sitemap') }),
	/** The message is for the source's owner. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type PageTask = z.infer<typeof pageTaskSchema>;
export type SitemapTask = z.infer<typeof sitemapTaskSchema>;
export type SitemapContent = z.infer<typeof sitemapContentSchema>;
export type PageContent = z.infer<typeof pageContentSchema>;
export type PageResponse = z.infer<typeof pageResponseSchema>;
