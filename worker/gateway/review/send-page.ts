import type { FastifyReply } from 'fastify';
import { type Page, renderPage } from './page';

/** No script at all, and forms that go nowhere else. */
const POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	'img-src data:',
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

export async function sendPage(reply: FastifyReply, status: number, page: Page): Promise<FastifyReply> {
	return secured(reply)
		.code(status)
		.type('text/html; charset=utf-8')
		.send(await renderPage(page));
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
