import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';
import { checkConnections } from './check-connection';

let server: Server;
let baseUrl: string;
/** Time that each response but the first takes, in ms, on a clock that the test sets. */
let slowness: number;
/** How far the clock of the service is ahead, in ms. */
let ahead: number;

beforeEach(async () => {
	[slowness, ahead] = [0, 0];
	let isFirst = true;
	server = createServer((_request, response) => {
		if (slowness > 0 && !isFirst) vi.setSystemTime(Date.now() + slowness);
		isFirst = false;
		const date = new Date(Date.now() + ahead).toUTCString();
		response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-limit': '60', date });
		response.end(JSON.stringify({ items: [{ id: 'agent_a', name: 'A' }], total: 1, limit: 100, offset: 0 }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	baseUrl = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
});
afterEach(() => {
	vi.useRealTimers();
	server.close();
});

const account = (requestsPerMinute: number) => ({ baseUrl, apiKey: 'the-key', requestsPerMinute, shareOfLimit: 0.97 });

/** All checks of the connections of the doctor, by name. */
async function checksOf(connections: Parameters<typeof checkConnections>[0]) {
	const checks = await Promise.all(checkConnections(connections, { scopes: true }));
	return new Map(checks.flat().map((check) => [check.name, check]));
}

test('the doctor names the connections that share a key, the sum of their limits and what to set', async () => {
	const checks = await checksOf({ a: account(60), b: account(60) });
	for (const name of ['a', 'b'])
		expect(checks.get(`connection ${name} limit`)).toMatchObject({
			status: 'fail',
			detail: expect.stringMatching(/a and b share this key\. Together they are set to 120 calls a minute/) as string,
			todo: expect.stringContaining('Set requestsPerMinute of each to 30') as string,
		});
});

test('the doctor accepts shares that add up to the limit of their key', async () => {
	const checks = await checksOf({ a: account(30), b: account(30) });
	expect(checks.get('connection a limit')).toMatchObject({ status: 'ok', todo: null });
});

test('the doctor compares the clock with the time at which the response came, however slow the next reads are', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	slowness = 8_000;
	const started = Date.now();
	const checks = await checksOf({ a: account(60) });
	expect(Date.now() - started).toBe(4 * slowness);
	expect(checks.get('connection a clock')).toMatchObject({
		status: 'ok',
		detail: `The same as that of ${baseUrl}, within 1 s.`,
		todo: null,
	});
});

test('the doctor sees that the clock of the service is ahead', async () => {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
	ahead = 40_000;
	expect((await checksOf({ a: account(60) })).get('connection a clock')).toMatchObject({
		status: 'warn',
		detail: expect.stringContaining('is 40 s behind that of') as string,
	});
});
