import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start({ host: '0.0.0.0' });
});
afterAll(() => sandbox.running.close());

interface Sent {
	method?: string;
	path?: string;
	headers?: Record<string, string>;
	/** The address it comes in on. */
	address?: string;
}

/** Sends what a browser may send, and fetch would not let a test send. */
function send({ method = 'GET', path = '/', headers = {}, address = '127.0.0.1' }: Sent = {}) {
	const { port } = new URL(sandbox.running.apiUrl);
	return new Promise<number | undefined>((resolve, reject) => {
		const sent = request({ host: address, port, method, path, headers: { host: `127.0.0.1:${port}`, ...headers } });
		sent.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		sent.on('error', reject);
		sent.end();
	});
}
const post = (headers: Record<string, string>) =>
	send({ method: 'POST', path: '/dashboard/faults/clear', headers: { ...headers, 'content-length': '0' } });

describe('the dashboard answers', () => {
	it('on this machine, by its names', async () => {
		const { port } = new URL(sandbox.running.apiUrl);
		expect(await send()).toBe(200);
		expect(await send({ headers: { host: `localhost:${port}` } })).toBe(200);
	});

	it('to no name that somebody else has pointed here', async () => {
		expect(await send({ headers: { host: 'rebound.example' } })).toBe(403);
	});

	it('to no other computer', async () => {
		const outside = Object.values(networkInterfaces())
			.flatMap((addresses) => addresses ?? [])
			.find(({ internal, family }) => !internal && family === 'IPv4');
		// A machine without a network has nobody else to refuse.
		const status = outside ? await send({ address: outside.address }) : 403;
		expect(status).toBe(403);
	});

	it('to forms of its own, and of no other website', async () => {
		const { origin, host } = new URL(sandbox.running.apiUrl);
		expect(await post({ host, origin })).toBe(303);
		expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(303);
		expect(await post({ origin: 'https://elsewhere.example' })).toBe(403);
		expect(await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403);
		expect(await post({})).toBe(403);
	});

	it('with a policy under which nothing foreign runs or frames it', async () => {
		const { headers } = await fetch(sandbox.running.apiUrl);
		expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
		expect(headers.get('x-frame-options')).toBe('DENY');
	});

	it('while the widget and the API stay reachable from elsewhere', async () => {
		expect(await send({ path: '/widget.js', headers: { host: 'shop.example' } })).toBe(200);
		expect(await send({ path: '/api/v1/openapi.json', headers: { host: 'shop.example' } })).not.toBe(403);
	});
});
