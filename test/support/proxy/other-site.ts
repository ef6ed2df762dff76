import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Its icon is in it, so that browsers ask for nothing more. */
const PAGE = '<title>The other site</title><link rel="icon" href="data:,">';

/** The site that has the rest of a host. It answers everything with a page, and keeps all that browsers tell it. */
export class OtherSite {
	/** Each request with its headers and its body. */
	readonly heard: string[] = [];

	private constructor(
		private readonly server: Server,
		/** As host:port. */
		public address = '',
	) {}

	/** @param instead answers a request in its place, and returns true */
	static async start(
		instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
	): Promise<OtherSite> {
		const server = createServer((request, response) => {
			if (!instead(request, response)) void site.#hear(request, response);
		});
		const site = new OtherSite(server.listen(0, '127.0.0.1'));
		await once(server, 'listening');
		const { port } = z.object({ port: z.number() }).parse(server.address());
		site.address = `127.0.0.1:${port}`;
		return site;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url = '', headers } = request;
		this.heard.push([method, url, JSON.stringify(headers), await text(request)].join(' '));
		response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
	}
}
