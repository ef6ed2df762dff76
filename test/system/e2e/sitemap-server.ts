import { createServer } from 'node:http';
import { listen } from '../../support/network/listen';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A website's sitemaps: an index at `/sitemap.xml`, and the sitemaps that it names. */
export class SitemapServer {
	private constructor(
		readonly url: string,
		readonly stop: () => Promise<void>,
	) {}

	/** @param sitemaps the addresses of the pages in each */
	static async start(sitemaps: Record<string, string[]>): Promise<SitemapServer> {
		const server = createServer(({ url: path = '' }, response) => {
			const pages = sitemaps[path];
			const index = Object.keys(sitemaps).map((name) => `<sitemap>${location(started.url + name)}</sitemap>`);
			response.setHeader('content-type', 'application/xml');
			response.end(
				pages === undefined
					? `<?xml version="1.0"?>\n<sitemapindex ${NAMESPACE}>${index.join('')}</sitemapindex>`
					: `<urlset ${NAMESPACE}>${pages.map((page) => `<url>${location(page)}</url>`).join('')}</urlset>`,
			);
		});
		const { url, close } = await listen(server);
		const started = new SitemapServer(url, close);
		return started;
	}
}

function location(url: string): string {
	return `<loc>\n\t${url}\n</loc>`;
}
