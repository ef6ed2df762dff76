// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { messageOf } from '../../readable-error.mjs';
import { isHealthy } from './health.mjs';

/**
 * What the start page shows; filled in during the start.
 * @typedef {object} PageContent
 * @property {readonly import('../../progress/board.mjs').Step[]} steps of the start
 * @property {number} stepsTotal how many there will be
 * @property {import('../first-steps/first-steps.mjs').StepView[]} firstSteps
 * @property {{ role: string, goal: string, links: { text: string, address: string }[] }[]} roles
 * @property {{ title: string, address: string, note?: string, healthUrl?: string }[]} places
 * @property {{ title: string, fields: [name: string, value: string][] }[]} logins
 */

/** The page's own files, by the end of their names. */
const TYPES = /** @type {const} */ ({
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
	md: 'text/plain; charset=utf-8',
});

const FILE = /^\/(?<folder>pictures\/|docs\/)?(?<name>[\w-]+\.(?<ending>js|css|svg|md))$/;
const BEGIN = /^\/first-steps\/(?<id>[a-z-]+)\/begin$/;

/**
 * Serves the start page to this machine.
 * @param {object} options
 * @param {number} options.port 0 for any free one
 * @param {() => Promise<PageContent>} options.content called at every refresh
 * @param {(id: string) => void} options.begin called when a person presses the button of a step; throws to refuse it
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveStartPage({ port, content, begin }) {
	const server = createServer((request, response) => {
		answer(request, response, { content, begin }).catch((/** @type {unknown} */ error) => {
			response.writeHead(500).end(messageOf(error));
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
 * @param {{ content: () => Promise<PageContent>, begin: (id: string) => void }} page
 */
async function answer(request, response, { content, begin }) {
	// The page shows log-ins: a foreign site whose name resolves to this machine must not read them.
	const host = (request.headers.host ?? '').replace(/:\d+$/, '');
	if (!['127.0.0.1', 'localhost'].includes(host)) return void response.writeHead(403).end();
	response.setHeader('content-security-policy', "default-src 'self'");
	response.setHeader('cache-control', 'no-store');
	const path = request.url?.split('?')[0] ?? '/';
	if (request.method === 'POST') return press(request, response, path, begin);
	if (path === '/status.json') {
		response.setHeader('content-type', 'application/json');
		return void response.end(JSON.stringify(await withHealth(await content())));
	}
	if (path === '/') return send(response, join(import.meta.dirname, 'page.html'), 'html');
	const { folder = '', name = '', ending = '' } = FILE.exec(path)?.groups ?? {};
	const isDocument = folder === 'docs/';
	if (!isTyped(ending) || isDocument !== (ending === 'md')) return void response.writeHead(404).end();
	await send(response, join(isDocument ? workspaceRoot : import.meta.dirname, folder, basename(name)), ending);
}

/**
 * A button was pressed. Other sites cannot press it: browsers say where a request comes from.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} path
 * @param {(id: string) => void} begin
 */
function press({ headers }, response, path, begin) {
	const id = BEGIN.exec(path)?.groups?.['id'];
	if (id === undefined) return void response.writeHead(404).end();
	if (headers['sec-fetch-site'] !== 'same-origin') return void response.writeHead(403).end();
	try {
		begin(id);
		response.writeHead(202).end();
	} catch (error) {
		response.writeHead(409).end(messageOf(error));
	}
}

/**
 * @param {string} ending
 * @returns {ending is keyof typeof TYPES}
 */
function isTyped(ending) {
	return ending in TYPES;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} file
 * @param {keyof typeof TYPES} type
 */
async function send(response, file, type) {
	const content = await readFile(file).catch(() => null);
	if (content === null) return void response.writeHead(404).end();
	response.setHeader('content-type', TYPES[type]);
	response.end(content);
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
