import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../../api';
import { readAgentTimes, readSourceTimes } from './traces';

let server: Server;
let answer = { status: 200, body: '' };
beforeAll(async () => {
	server = createServer((_request, response) => {
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterAll(() => server.close());

async function read(status: number, body: object, of: 'agent' | 'sources') {
	answer = { status, body: JSON.stringify(body) };
	const { port } = server.address() as AddressInfo;
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'ak_secret' });
	const readTimes = of === 'agent' ? readAgentTimes : readSourceTimes;
	return readTimes(api, 'a', new AbortController().signal);
}

const AT = '2026-03-01T00:00:00.000Z';
const source = (id: number, status: string, more: object) => ({
	id,
	agentId: 'a',
	type: 'url',
	name: 'https://shop.example/',
	status,
	sizeBytes: 1,
	wordCount: 1,
	errorMessage: null,
	createdAt: AT,
	...more,
});
const page = (...items: object[]) => ({ items, total: items.length, limit: 20, offset: 0 });

it('reads the times of the agent and of its sources', async () => {
	expect(await read(200, { id: 'a', trainedAt: AT }, 'agent')).toEqual({ 'agent.trainedAt': AT });
	expect(await read(200, page(source(2, 'indexed', { indexedAt: AT })), 'sources')).toEqual({
		'source 2.indexedAt': AT,
	});
});

const refusal = (status: number) => ({ type: 'x', title: 'X', status });

it.each(['agent', 'sources'] as const)(
	'takes a refusal of the %s as no times, and waits for one that passes',
	async (of) => {
		expect(await read(403, refusal(403), of)).toEqual({});
		expect(await read(200, { unexpected: true }, of)).toEqual({});
		await expect(read(503, refusal(503), of)).rejects.toMatchObject({ nonRetryable: false });
	},
);
