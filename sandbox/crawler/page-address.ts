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
