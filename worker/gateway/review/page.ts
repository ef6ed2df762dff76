import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { linkFrom } from './link-from';

/** HTML in which every value was escaped. */
export type Html = ReturnType<typeof html>;

export interface Page {
	title: string;
	content: Html;
	/** How soon the page looks again, by its script or without one. Default: never. */
	refreshSeconds?: number | null;
}

/**
 * A page that works without a script. The script shows times in the reader's zone and looks again without a reload. The
 * style sheet, which begins with the pages' own, is served beside it.
 * @param url path of the page
 */
async function renderPage({ title, content, refreshSeconds = null }: Page, url: string): Promise<string> {
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="${linkFrom(url, '/review/style.css')}" />
				<script type="module" src="${linkFrom(url, '/console/review.js')}"></script>
				${
					refreshSeconds === null
						? ''
						: html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`
				}
			</head>
			<body ${refreshSeconds === null ? '' : html`data-refresh-seconds="${refreshSeconds}"`}>
				<main>${content}</main>
			</body>
		</html>`;
	return String(await page);
}

/** Only the gateway's own script, which reads only this page; and forms that go nowhere else. */
const POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"script-src 'self'",
	"connect-src 'self'",
	'img-src data:',
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

export function messagePage(title: string, message: string, kind: '' | 'good' | 'bad' = ''): Page {
	return {
		title,
		content: html`<h1>${title}</h1>
			<p class="note ${kind}" role="status">${message}</p>`,
	};
}

export async function sendPage(reply: FastifyReply, status: number, page: Page): Promise<FastifyReply> {
	return secured(reply)
		.code(status)
		.type('text/html; charset=utf-8')
		.send(await renderPage(page, reply.request.url));
}

/** The address is a secret: it is kept by no cache, and told to no other site. */
export function secured(reply: FastifyReply): FastifyReply {
	return reply
		.header('content-security-policy', POLICY)
		.header('cache-control', 'no-store')
		.header('referrer-policy', 'same-origin')
		.header('x-content-type-options', 'nosniff')
		.header('x-frame-options', 'DENY')
		.header('x-robots-tag', 'noindex');
}
