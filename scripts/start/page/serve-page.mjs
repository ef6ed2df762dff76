// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isHealthy } from './health.mjs';

/**
 * What the start page shows; filled in during the start.
 * @typedef {object} PageContent
 * @property {readonly import('../../progress/board.mjs').Step[]} steps
 * @property {{ title: string, address: string, note?: string, healthUrl?: string }[]} places
 * @property {{ title: string, fields: [name: string, value: string][] }[]} logins
 * @property {{ text: string, address?: string, command?: string }[]} nextSteps
 */

const FILES = /** @type {const} */ ({
	'/': { file: 'page.html', type: 'text/html; charset=utf-8' },
	'/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
	'/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
});

/**
 * Serves the start page to this machine.
 * @param {object} options
 * @param {number} options.port 0 for any free one
 * @param {() => PageContent} options.content called at every refresh
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveStartPage({ port, content }) {
	const server = createServer((request, response) => {
		answer(request, response, content).catch((/** @type {unknown} */ error) => {
			response.writeHead(500).end(String(error));
		});
	});
	await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(undefined));
	});
	const address = server.address();
	const actual = typeof address === 'object' && address !== null ? address.port : port;
	return {
		url: `http://127.0.0.1:${actual}`,
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {() => PageContent} content
 */
async function answer(request, response, content) {
	// The page shows log-ins: a foreign site whose name resolves to this machine must not read them.
	const host = (request.headers.host ?? '').replace(/:\d+$/, '');
	if (!['127.0.0.1', 'localhost'].includes(host)) return void response.writeHead(403).end();
	response.setHeader('content-security-policy', "default-src 'self'");
	response.setHeader('cache-control', 'no-store');
	const path = request.url?.split('?')[0] ?? '/';
	if (path === '/status.json') {
		response.setHeader('content-type', 'application/json');
		return void response.end(JSON.stringify(await withHealth(content())));
	}
	const found = Object.entries(FILES).find(([name]) => name === path)?.[1];
	if (!found) return void response.writeHead(404).end();
	response.setHeader('content-type', found.type);
	response.end(await readFile(join(import.meta.dirname, found.file)));
}

/** @param {PageContent} content */
async function withHealth(content) {
	const places = await Promise.all(
		content.places.map(async ({ healthUrl, ...place }) => ({
			...place,
			healthy: healthUrl === undefined ? null : await isHealthy(healthUrl),
		})),
	);
	return { ...content, places };
}
