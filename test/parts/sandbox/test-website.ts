import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../support/network/listen';

/** What an address answers: a page of HTML, or whatever it likes. */
export type TestPage = string | ((response: ServerResponse, origin: string) => void);

/** A website of a test's own, on a free port of this machine. */
export interface TestWebsite {
	/** host:port, as the setting for local hosts takes it. */
	host: string;
	origin: string;
	/** Paths in the order in which they were asked for. */
	asked: string[];
	pages: Record<string, TestPage>;
	close(): Promise<void>;
}

export async function startWebsite(pages: Record<string, TestPage>): Promise<TestWebsite> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		asked.push(path);
		const page = website.pages[path];
		if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here');
		else if (typeof page === 'string') response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
		else page(response, website.origin);
	});
	const { host, url: origin, close } = await listen(server);
	const website: TestWebsite = {
		host,
		origin,
		asked,
		pages,
		close,
	};
	return website;
}

/** A page that answers with these bytes. */
export function bytes(contentType: string, content: Buffer | string, headers: Record<string, string> = {}): TestPage {
	return (response) => response.writeHead(200, { 'content-type': contentType, ...headers }).end(content);
}

/** A page that sends the caller elsewhere; `target` may be relative. */
export function redirect(target: string, status = 302): TestPage {
	return (response) => response.writeHead(status, { location: target }).end();
}
