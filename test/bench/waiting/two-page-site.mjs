// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @type {Record<string, string | undefined>} */
const PAGES = {
	'/': '<title>Shop</title><p>The shop sells cups. <a href="/hours">Opening hours</a></p>',
	'/hours': '<title>Opening hours</title><p>The shop is open from nine to five.</p>',
};

/**
 * A website that is read in an instant, so that a thousand runs can begin and end on two cores. A waiting run has read the
 * first of its two pages. With one page it would seem to be near its end, and the worker would look more often.
 */
export async function startTwoPageSite() {
	const server = createServer((request, response) => {
		const page = PAGES[request.url ?? ''];
		response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
		response.end(page ?? '');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	return {
		host,
		url: `http://${host}/`,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
