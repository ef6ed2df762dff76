import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { Problem } from '../../problems/problem';
import { ADDRESSES } from '../console/addresses';
import { CONSOLE_FILES } from '../console-files';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
/** What the pages load, with its type. */
const PARTS = { 'console.js': SCRIPT, 'review.js': SCRIPT, 'console.css': 'text/css; charset=utf-8' };
/** The help, which is made of the docs. */
const HELP = {
	'/help': 'help.html',
	'/help/tasks': 'help-tasks.html',
	'/help/notifications': 'help-notifications.html',
};
/** Only the console's own files may run. */
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

/** The console for people. Its files hold no data: it asks for a token and reads /v1 with it. */
export const consoleRoutes: FastifyPluginCallback = (app, _options, done) => {
	const known = new Map<string, Promise<string>>();
	const contentOf = (file: string) => {
		const content = known.get(file) ?? readFile(join(CONSOLE_FILES, file), 'utf8');
		known.set(file, content);
		return content;
	};
	const send = async (reply: FastifyReply, file: string, type: string) => {
		try {
			return await secured(reply)
				.type(type)
				.send(await contentOf(file));
		} catch {
			known.delete(file);
			throw notBuilt();
		}
	};
	for (const address of ADDRESSES)
		app.get(address, { schema: { hide: true } }, (_request, reply) => send(reply, 'index.html', HTML));
	for (const [address, file] of Object.entries(HELP))
		app.get(address, { schema: { hide: true } }, (_request, reply) => send(reply, file, HTML));
	for (const [file, type] of Object.entries(PARTS))
		app.get(`/console/${file}`, { schema: { hide: true } }, (_request, reply) => send(reply, file, type));
	done();
};

function secured(reply: FastifyReply): FastifyReply {
	return reply
		.header('content-security-policy', POLICY)
		.header('cache-control', 'no-cache')
		.header('x-frame-options', 'DENY')
		.header('x-content-type-options', 'nosniff')
		.header('referrer-policy', 'no-referrer');
}

/** The package contains the files, so this happens in a checkout only. */
function notBuilt(): Problem {
	const detail = 'The files of the console are missing. Run "npm run build" in the checkout, then reload the page.';
	return new Problem({ type: 'not_built', title: 'The console is not built', status: 503, detail });
}
