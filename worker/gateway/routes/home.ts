import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginCallback } from 'fastify';
import { HOME_FILES } from '../home-files';

const PAGE = { file: 'home.html', type: 'text/html' };
const PARTS = [
	{ file: 'home.css', type: 'text/css' },
	{ file: 'home.js', type: 'text/javascript' },
];
/** Only the page's own files may run. */
const POLICY = [
	"default-src 'none'",
	"connect-src 'self'",
	"script-src 'self'",
	"style-src 'self'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** The page of running tasks. It holds nothing itself: it asks for a token and reads /v1/tasks with it. */
export const homeRoutes: FastifyPluginCallback = (app, _options, done) => {
	for (const { path, file, type } of [
		{ path: '/', ...PAGE },
		...PARTS.map((part) => ({ path: `/${part.file}`, ...part })),
	]) {
		const content = readFileSync(join(HOME_FILES, file), 'utf8');
		app.get(path, { schema: { hide: true } }, (_request, reply) =>
			reply
				.type(`${type}; charset=utf-8`)
				.header('content-security-policy', POLICY)
				.header('x-content-type-options', 'nosniff')
				.header('referrer-policy', 'no-referrer')
				.send(content),
		);
	}
	done();
};
