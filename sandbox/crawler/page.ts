import { z } from 'zod';

/** An address that may not be read, because it is not a public web page. The message goes on after "this address". */
export class NotPublicError extends Error {
	override name = 'NotPublicError';
}

/** A document could not be fetched. The message is for the source's owner. */
export class FetchError extends Error {
	override name = 'FetchError';

	/** @param status of the answer, where there was one */
	constructor(
		message: string,
		readonly status?: number,
	) {
		super(message);
	}

	/** The server says that there is no such document. Other failures may be temporary. */
	get isGone(): boolean {
		return this.status === 404 || this.status === 410;
	}
}

/** Files that are linked as pages are, and are none. */
const NOT_A_PAGE =
	/\.(avif|bmp|gif|ico|jpe?g|png|svg|webp|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot|mp[34]|m4[av]|webm|ogg|wav|mov|avi|zip|gz|tgz|tar|rar|7z|exe|dmg|apk|pdf|docx?|xlsx?|pptx?|csv)$/i;

/** One form for an address, so that a page is known again: no fragment. */
export function pageAddress(url: URL): string {
	const plain = new URL(url);
	plain.hash = '';
	return plain.href;
}

/** Resolves a link of a page. Undefined when it leads off the site, or to something that is no page. */
export function linkOnSite(link: string, page: URL, site: string): string | undefined {
	if (!URL.canParse(link, page.href)) return undefined;
	const url = new URL(link, page);
	if (url.origin !== site || NOT_A_PAGE.test(url.pathname)) return undefined;
	return pageAddress(url);
}

/** A document as it was fetched, on its way to the thread that reads pages. */
export const pageTaskSchema = z.object({
	url: z.string(),
	mediaType: z.string(),
	charset: z.string().optional(),
	robotsTag: z.string(),
	body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
});

const pageContentSchema = z.object({
	title: z.string(),
	/** Plain text of what the page is about: without navigation, header and footer. */
	text: z.string(),
	/** Addresses on the same site that it links to. */
	links: z.array(z.string()),
	/** The canonical address, when it is on the same site. */
	canonical: z.string().optional(),
	/** Whether it asks not to be indexed. */
	noindex: z.boolean(),
});

export const pageResponseSchema = z.discriminatedUnion('answer', [
	pageContentSchema.extend({ answer: z.literal('page') }),
	/** The message is for the source's owner. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type PageTask = z.infer<typeof pageTaskSchema>;
export type PageContent = z.infer<typeof pageContentSchema>;
export type PageResponse = z.infer<typeof pageResponseSchema>;
