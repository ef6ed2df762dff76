import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A website's sitemaps: an index at `/sitemap.xml`, and the sitemaps that it names. */
export class SitemapServer {
	private constructor(private readonly server: Server) {}

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
		const started = new SitemapServer(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return started;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function location(url: string): string {
	return `<loc>\n\t${url}\n</loc>`;
}
