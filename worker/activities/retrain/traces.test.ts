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

it.each([
	['no time', { id: 'a', createdAt: AT, trained: true }, {}],
	['a time of training', { id: 'a', trainedAt: AT, updatedAt: AT }, { 'agent.trainedAt': AT }],
	['one that is still to come', { id: 'a', last_trained_at: null }, { 'agent.last_trained_at': null }],
	['a text that is no time', { id: 'a', trainingDate: 'yesterday' }, {}],
])('reads of an agent %s', async (_what, agent, expected) => {
	expect(await read(200, agent, 'agent')).toEqual(expected);
});

it('reads the times of sources that are settled, but not their creation', async () => {
	const body = page(
		source(3, 'processing', { indexedAt: AT }),
		source(2, 'indexed', { indexedAt: AT, crawledAt: null }),
		source(1, 'indexed', {}),
	);
	expect(await read(200, body, 'sources')).toEqual({ 'source 2.indexedAt': AT, 'source 2.crawledAt': null });
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
