import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';
import { checkConnections } from './check-connection';

let server: Server;
let baseUrl: string;

beforeEach(async () => {
	server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-limit': '60' });
		response.end(JSON.stringify({ items: [{ id: 'agent_a', name: 'A' }], total: 1, limit: 100, offset: 0 }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	baseUrl = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
});
afterEach(() => {
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
