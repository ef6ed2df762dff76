import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyPluginCallback } from 'fastify';
import { PAGE_FILES } from '../page-files';

/** The pages by their addresses. */
const PAGES = { '/': 'tasks.html', '/syncs': 'syncs.html', '/schedules': 'schedules.html' };
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
/** Only the pages' own files may run. */
const POLICY = [
	"default-src 'none'",
	"connect-src 'self'",
	"script-src 'self'",
	"style-src 'self'",
	'img-src data:',
	"form-action 'none'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

/** Pages for people. They hold nothing themselves: they ask for a token and read /v1 with it. */
export const pageRoutes: FastifyPluginCallback = (app, _options, done) => {
	const parts = readdirSync(PAGE_FILES).filter((file) => /(?<!\.test)\.(css|js)$/.test(file));
	const addresses = [...Object.entries(PAGES), ...parts.map((file) => [`/pages/${file}`, file] as const)];
	for (const [path, file] of addresses) {
		const content = readFileSync(join(PAGE_FILES, file), 'utf8');
		const type = TYPES[extname(file)] ?? 'text/plain';
		app.get(path, { schema: { hide: true } }, (_request, reply) =>
			reply
				.type(`${type}; charset=utf-8`)
				.header('content-security-policy', POLICY)
				.header('cache-control', 'no-cache')
				.header('x-content-type-options', 'nosniff')
				.header('referrer-policy', 'no-referrer')
				.send(content),
		);
	}
	done();
};
