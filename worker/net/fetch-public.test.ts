import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useProxyVariables } from '../../test/support/outward-proxy/proxy-variables';
import { type Listening, listen } from '../../test/support/network/listen';
import { FetchError, fetchPublic, type FetchRules } from './fetch-public';

type Page = string | { location: string };

/** A host in the private network, and by name the same host. */
let inside: Listening;
/** The proxy that leads to the internet: by the addresses of its pages. */
let outside: Listening;
let pages: Record<string, Page>;
let asked: string[];

const serving = (pageAt: (url: string) => Page | undefined) =>
	createServer(({ url = '' }, response) => {
		asked.push(url);
		const page = pageAt(url);
		if (page === undefined) response.writeHead(404).end();
		else if (typeof page === 'object') response.writeHead(302, page).end();
		else response.end(page);
	});

beforeEach(async () => {
	asked = [];
	pages = {};
	inside = await listen(
		serving((url) => (url === '/out' ? { location: 'http://shop.example/back' } : `secret of ${url}`)),
	);
	outside = await listen(serving((url) => pages[url]));
	// Those names lead nowhere here, so only the proxy can reach them.
	useProxyVariables({ HTTP_PROXY: outside.url });
});
afterEach(async () => {
	vi.unstubAllEnvs();
	await inside.close();
	await outside.close();
});

const OPEN = ['*:80', '*:443'];

async function fetched(url: string, rules: Partial<FetchRules> = {}): Promise<string> {
	const hosts = [...OPEN, inside.host, `localhost:${inside.port}`, 'intranet.example:80'];
	const all = { hosts, mostBytes: 1_000, signal: new AbortController().signal, ...rules };
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-'));
	try {
		const path = join(folder, 'fetched');
		const { reach } = await fetchPublic(url, all, path);
		return `${reach}: ${await readFile(path, 'utf8')}`;
	} catch (error) {
		return error instanceof FetchError ? error.message : String(error);
	} finally {
		await rm(folder, { recursive: true });
	}
}

test.each([
	['a folder that is not there', 'none/fetched', 'ENOENT'],
	['a file that is there', '.', 'E'],
])('says nothing of the address if the file cannot be written: %s', async (_what, at, code) => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-'));
	const rules = { hosts: [...OPEN, inside.host], mostBytes: 1_000, signal: new AbortController().signal };
	const failed = await fetchPublic(`${inside.url}/own`, rules, join(folder, at)).catch((error: unknown) => error);
	expect(failed).not.toBeInstanceOf(FetchError);
	expect(failed).toMatchObject({ code: expect.stringContaining(code) as string });
	await rm(folder, { recursive: true });
});

test('says of the address that its response ends in the middle', async () => {
	const cut = await listen(
		createServer((_request, response) => {
			response.writeHead(200, { 'content-length': 100 });
			response.write('half', () => response.destroy());
		}),
	);
	expect(await fetched(`${cut.url}/`, { hosts: [cut.host] })).toMatch(/^could not be fetched/);
	await cut.close();
});

const REFUSED = 'redirects to an address that the worker may not fetch. Use a public address';
const PRIVATE = 'leads to an address that is not public. Use a public address';

test('a caller reaches a private host that the configuration names, also over others of them', async () => {
	expect(await fetched(`${inside.url}/own`)).toBe('named: secret of /own');
	pages['http://intranet.example/'] = { location: `${inside.url}/own` };
	expect(await fetched('http://intranet.example/')).toBe('named: secret of /own');
});

test.each([
	['its address', () => `${inside.url}/own`, REFUSED],
	['a name that leads to it', () => `http://localhost:${inside.port}/own`, PRIVATE],
	['a name that only the proxy knows', () => 'http://intranet.example/own', PRIVATE],
])('what began in public does not lead to a named private host by %s', async (_by, target, refusal) => {
	pages['http://intranet.example/own'] = 'secret of the intranet';
	pages['http://shop.example/'] = { location: 'http://news.example/' };
	pages['http://news.example/'] = { location: target() };
	expect(await fetched('http://shop.example/')).toBe(refusal);
	expect(asked).toEqual(['http://shop.example/', 'http://news.example/']);
});

test('what came from a private host to a public one does not lead back', async () => {
	pages['http://shop.example/back'] = { location: `${inside.url}/own` };
	expect(await fetched(`${inside.url}/out`)).toBe(REFUSED);
	pages['http://shop.example/back'] = 'public';
	expect(await fetched(`${inside.url}/out`)).toBe('public: public');
});

test('what a public document names is public, too', async () => {
	expect(await fetched(`${inside.url}/own`, { from: 'public' })).toMatch(
		/^is an address that the worker may not fetch/,
	);
	expect(await fetched(`${inside.url}/own`, { from: 'named' })).toBe('named: secret of /own');
});

describe('a caller who may use none of the named hosts', () => {
	test.each([
		['address', () => `${inside.url}/own`, /^is an address that the worker may not fetch/],
		['name', () => `http://localhost:${inside.port}/own`, /^is an address that the worker may not fetch/],
		['name that only the proxy knows', () => 'http://intranet.example/own', /^leads to an address that is not public/],
	])('reaches none by its %s', async (_by, url, refusal) => {
		pages['http://intranet.example/own'] = 'secret of the intranet';
		expect(await fetched(url(), { uses: [] })).toMatch(refusal);
		expect(asked).toEqual([]);
	});

	test('reaches public ones, as far as the configuration opens them', async () => {
		pages['http://shop.example/'] = 'public';
		expect(await fetched('http://shop.example/', { uses: [] })).toBe('public: public');
		expect(await fetched('http://shop.example/', { uses: [], hosts: [inside.host] })).toMatch(/may not fetch/);
	});

	test('reaches the one that it may use', async () => {
		expect(await fetched(`${inside.url}/own`, { uses: [inside.host] })).toBe('named: secret of /own');
	});
});
