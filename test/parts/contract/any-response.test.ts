import fc from 'fast-check';
import { anyHttpResponse, foreignBodies } from '../../support/api/any-http-response';
import { RawServer } from '../../support/api/raw-server';
import { ApiError } from '../../../api/client/api-error';
import { type ApiClient, createClient } from '../../../api/client/create-client';
import { API_KEY } from '../../../api/client/testing/service';

/** Ends the calls whose response never ends. ms */
const TIMEOUT_MS = 400;

let server: RawServer;
let client: ApiClient;
beforeAll(async () => {
	server = await RawServer.start();
	client = createClient({ baseUrl: server.url, apiKey: API_KEY, timeoutMs: TIMEOUT_MS });
});
afterAll(() => server.close());

const AGENT = { params: { id: 'agent_support' } };
const readLeads = () => client.call('listLeads', AGENT);
const CALLS: ReadonlyArray<readonly [name: string, call: () => Promise<unknown>]> = [
	['a read', () => client.call('getTrainingStatus', AGENT)],
	['a list', readLeads],
	['a write', () => client.call('retrain', AGENT)],
];

/** What an error says; of a result, what an error would have to say. @throws what is no ApiError */
async function saidBy(call: () => Promise<unknown>): Promise<string> {
	try {
		await call();
		return 'call (GET /) failed: No. [refused]';
	} catch (error) {
		if (!(error instanceof ApiError) || (error.retryAfterMs ?? 0) < 0) throw error;
		return error.message;
	}
}

/** The form of every message; the key is nowhere in it. */
const IN_WORDS = /^(?!.*ak_live_Zq8v)\w+ \((GET|POST) \/[^)]*\) failed: .*[.!?] \[.*\]$/s;

/** The service's error envelope, with fields of any kind. */
const envelopes = fc
	.record(
		{
			type: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
			title: fc.oneof(fc.string(), fc.constant(API_KEY)),
			status: fc.oneof(fc.constantFrom(400, 429), fc.jsonValue({ maxDepth: 1 })),
			detail: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(`The key ${API_KEY}`, 'x'.repeat(9_000))),
			issues: fc.oneof(
				fc.array(fc.record({ path: fc.string(), message: fc.string() }), { maxLength: 3 }),
				fc.jsonValue({ maxDepth: 2 }),
			),
		},
		{ requiredKeys: [] },
	)
	.map((envelope) => JSON.stringify(envelope));

describe('a response', () => {
	it.each(CALLS)('of any kind gives %s a result, or an error in words without the key', async (_name, call) => {
		const properly = fc.asyncProperty(anyHttpResponse(fc.oneof(envelopes, foreignBodies)), async (bytes) => {
			server.response = { bytes };
			expect(await saidBy(call)).toMatch(IN_WORDS);
		});
		await fc.assert(properly, { numRuns: 100 });
	});

	it('that is cut or changed anywhere gives a result, or an error in words without the key', async () => {
		const body = '{"items":[],"limit":50,"offset":0,"total":0}';
		const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
		const whole = Buffer.from(`${head}\r\n\r\n${body}`);
		server.response = { bytes: whole };
		expect(await readLeads()).toMatchObject({ items: [] });
		const place = fc.nat(whole.length - 1);
		const properly = fc.asyncProperty(place, fc.uint8Array({ maxLength: 3 }), place, async (at, put, length) => {
			const changed = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + put.length)]);
			server.response = { bytes: changed.subarray(0, Math.max(at, length)) };
			expect(await saidBy(readLeads)).toMatch(IN_WORDS);
		});
		await fc.assert(properly, { numRuns: 100 });
	});

	it('that never ends gives an error in words', async () => {
		const whole = Buffer.from(
			'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"items":[',
		);
		for (const length of [0, 9, 40, whole.length]) {
			server.response = { bytes: whole.subarray(0, length), staysOpen: true };
			await expect(readLeads()).rejects.toMatchObject({ type: 'timeout', outcome: 'ambiguous' });
		}
	});
});
