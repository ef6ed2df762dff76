// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { arePackagesInstalled } from '../../build/checkout/packages.mjs';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { messageOf } from '../../readable-error.mjs';
import { isHealthy } from './health.mjs';
import { foreignReason, hasKey, isOwnRequest, PAGE_HEADERS } from './page-guard.mjs';

/**
 * What the start page shows; filled in during the start.
 * @typedef {object} PageContent
 * @property {readonly import('../../processes/progress/board.mjs').Step[]} steps of the start
 * @property {number} stepsTotal how many there will be
 * @property {import('../first-steps/first-steps.mjs').StepView[]} firstSteps
 * @property {Role[]} roles
 * @property {{ title: string, address: string, note?: string, healthUrl?: string }[]} places
 * @property {{ title: string, fields: [name: string, value: string][] }[]} logins
 * @property {string} consoleUrl the gateway, to whose pages links are signed in
 */

/**
 * @typedef {{ text: string, address: string }} Link
 * @typedef {{ role: string, goal: string, links: Link[], groups?: { title: string, links: Link[] }[] }} Role
 */

/** The page's own files, by the end of their names. */
const TYPES = /** @type {const} */ ({
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
});

/** As of all servers of ours: api/network/keep-alive.ts. */
const KEEP_ALIVE_MS = 620_000;

const FILE = /^\/(?<folder>pictures\/)?(?<name>[\w-]+\.(?<ending>js|css|svg))$/;
const DOCUMENT = /^\/docs\/(?<name>(?:reference\/|decisions\/)?[\w-]+)$/;
const BEGIN = /^\/first-steps\/(?<id>[a-z-]+)\/begin$/;

/**
 * Serves the start page to this machine. Its log-ins and its buttons are for those who have its key.
 * @param {object} options
 * @param {number} options.port 0 for any free one
 * @param {string} options.key a secret, which the address of the page contains
 * @param {() => Promise<PageContent>} options.content called at every refresh
 * @param {(id: string) => void} options.begin called when a person presses the button of a step; throws to refuse it
 * @param {() => Promise<string>} options.consoleCode a code that signs in one browser at the gateway; throws if it gives none
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} the address without the key
 */
export async function serveStartPage({ port, key, content, begin, consoleCode }) {
	const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
		answer(request, response, { key, content, begin, consoleCode }).catch((/** @type {unknown} */ error) => {
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
 * The address that opens the page. Browsers keep the part after # to themselves.
 * @param {string} url
 * @param {string} key
 */
export function startPageAddress(url, key) {
	return `${url}/#key=${key}`;
}

/** @typedef {Omit<Parameters<typeof serveStartPage>[0], 'port'>} ServedPage */

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {ServedPage} page
 */
async function answer(request, response, page) {
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
	const foreign = foreignReason(request);
	if (foreign !== null) return void response.writeHead(403).end(foreign);
	const path = request.url?.split('?')[0] ?? '/';
	if (request.method === 'POST' || path === '/status.json') return answerWithKey(request, response, path, page);
	if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
	if (path === '/') return send(response, join(import.meta.dirname, 'page.html'), 'html');
	const document = DOCUMENT.exec(path)?.groups?.['name'];
	if (document !== undefined) return sendDocument(response, document);
	const { folder = '', name = '', ending = '' } = FILE.exec(path)?.groups ?? {};
	if (!isTyped(ending)) return void response.writeHead(404).end();
	await send(response, join(import.meta.dirname, folder, basename(name)), ending);
}

/**
 * What shows a secret or changes something.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} path
 * @param {ServedPage} page
 */
async function answerWithKey(request, response, path, { key, content, begin, consoleCode }) {
	if (!isOwnRequest(request)) return void response.writeHead(403).end('Another page sent this request.');
	if (!hasKey(request, key)) return void response.writeHead(401).end('Open the address that npm start has printed.');
	if (request.method === 'POST' && path === '/console-code') return void response.end(await consoleCode());
	if (request.method === 'POST') return press(response, path, begin);
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify(await withHealth(await content())));
}

/**
 * A button was pressed.
 * @param {import('node:http').ServerResponse} response
 * @param {string} path
 * @param {(id: string) => void} begin
 */
function press(response, path, begin) {
	const id = BEGIN.exec(path)?.groups?.['id'];
	if (id === undefined) return void response.writeHead(404).end();
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
	return Object.hasOwn(TYPES, ending);
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

/**
 * A page of the docs, as HTML.
 * @param {import('node:http').ServerResponse} response
 * @param {string} name
 */
async function sendDocument(response, name) {
	// Node remembers an import that failed, so nothing is imported before the packages are there.
	if (!(await arePackagesInstalled(workspaceRoot)))
		return void response.writeHead(503).end('The packages are not installed yet. Reload this page in a minute.');
	const { documentPage } = await import('./document-page.mjs');
	const page = await documentPage(name);
	if (page === null) return void response.writeHead(404).end();
	response.setHeader('content-type', TYPES.html);
	response.end(page);
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
