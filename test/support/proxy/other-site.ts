import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../network/listen';

/** Its icon is in it, so that browsers ask for nothing more. */
const PAGE = '<title>The other site</title><link rel="icon" href="data:,">';

/** The site that has the rest of a host. It answers everything with a page, and keeps all that browsers tell it. */
export class OtherSite {
	/** Each request with its headers and its body. */
	readonly heard: string[] = [];

	private constructor(
		/** As host:port. */
		readonly address: string,
		readonly close: () => Promise<void>,
	) {}

	/** @param instead answers a request in its place, and returns true */
	static async start(
		instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
	): Promise<OtherSite> {
		const server = createServer((request, response) => {
			if (!instead(request, response)) void site.#hear(request, response);
		});
		const { host, close } = await listen(server);
		const site = new OtherSite(host, close);
		return site;
	}

	async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url = '', headers } = request;
		this.heard.push([method, url, JSON.stringify(headers), await text(request)].join(' '));
		response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
	}
}
