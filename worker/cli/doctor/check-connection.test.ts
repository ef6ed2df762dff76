import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';
import { KeyPauses, NOT_SHARED } from '../../pacing';
import { checkConnections } from './check-connection';

let server: Server;
let baseUrl: string;
/** Time that each response but the first takes, in ms, on a clock that the test sets. */
let slowness: number;
/** How far the clock of the service is ahead, in ms. */
let ahead: number;
/** Calls that the service got, and how many of them it answers before the limit of the key is reached. */
let [calls, limit] = [0, 0];

beforeEach(async () => {
	[slowness, ahead] = [0, 0];
	[calls, limit] = [0, 60];
	let isFirst = true;
	server = createServer((_request, response) => {
		if (slowness > 0 && !isFirst) vi.setSystemTime(Date.now() + slowness);
		isFirst = false;
		const date = new Date(Date.now() + ahead).toUTCString();
		calls += 1;
		if (calls > limit) {
			response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '40', date });
			response.end(JSON.stringify({ error: { type: 'rate_limited', title: 'Too many requests' } }));
			return;
		}
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
async function checksOf(
	connections: Parameters<typeof checkConnections>[0],
	given: Parameters<typeof checkConnections>[1] = {},
) {
	const checks = await Promise.all(checkConnections(connections, given, { scopes: true }));
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

test('the doctor calls no key whose service has asked a worker for a pause, and says so', async () => {
	const shared = { ...NOT_SHARED, read: () => Promise.resolve(25_000) };
	const pauses = new KeyPauses(shared, { warn: () => undefined }, (parts) => parts.join(' '));
	const checks = await checksOf({ a: account(60) }, { pauses });
	expect(calls).toBe(0);
	expect(checks.get('connection a')).toMatchObject({
		status: 'warn',
		detail: expect.stringContaining('The key has no calls left this minute.') as string,
		todo: expect.stringContaining('Retry in 25 s.') as string,
	});
});

test('the doctor sends no further call of a key once the service has asked for a pause', async () => {
	limit = 2;
	const checks = await checksOf({ a: account(60) });
	expect(calls).toBe(3);
	expect(checks.get('connection a')).toMatchObject({ status: 'ok' });
	for (const scope of ['read:leads', 'read:email', 'read:conversations'])
		expect(checks.get(`connection a ${scope}`)?.status).toBe('warn');
});
