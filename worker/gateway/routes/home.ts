import { createHash } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import page from '../home/home.html';

/** The page of running tasks. It holds nothing itself: it asks for a token and reads /v1/tasks with it. */
export const homeRoutes: FastifyPluginCallback = (app, _options, done) => {
	const policy = [
		"default-src 'none'",
		"connect-src 'self'",
		`script-src '${hashOf('script')}'`,
		`style-src '${hashOf('style')}'`,
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ');
	app.get('/', { schema: { hide: true } }, (_request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.header('content-security-policy', policy)
			.header('x-content-type-options', 'nosniff')
			.header('referrer-policy', 'no-referrer')
			.send(page),
	);
	done();
};

/** Only the page's own script and style may run: they are named by their hash. */
function hashOf(element: 'script' | 'style'): string {
	const content = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? '';
	return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
