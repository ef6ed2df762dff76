import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { Keyring } from '../../temporal';
import { EncryptionCodec } from '../../temporal/payload-codec';
import { useTestGateway } from '../testing/test-gateway';

const keyring = new Keyring({ keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' });
const { ask } = useTestGateway({ keyring });
const gone = new Keyring({ keys: [{ id: 'gone', secret: randomBytes(32).toString('base64') }], current: 'gone' });
const clear = defaultPayloadConverter.toPayload({ mail: 'ann@example.com' });

const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64');

function jsonOf({ metadata, data }: Payload) {
	const fields = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
	return { metadata: Object.fromEntries(fields) as object, data: base64(data) };
}

async function sealed(keys: Keyring) {
	return (await new EncryptionCodec(keys).encode([clear])).map(jsonOf);
}

const decode = { method: 'POST', url: '/codec/decode' };

test('decodes what was encrypted, and gives back what was not as it is', async () => {
	const payloads = [...(await sealed(keyring)), jsonOf(clear), {}];
	const reply = await ask({ ...decode, payload: { payloads } });
	expect(reply.status).toBe(200);
	expect(reply.headers.get('cache-control')).toBe('no-store');
	expect(reply.body).toEqual({ payloads: [jsonOf(clear), jsonOf(clear), { metadata: {}, data: '' }] });
});

test.each([
	['a key that is not there', async () => sealed(gone), 400, 'invalid_request'],
	[
		'what was changed',
		async () => (await sealed(keyring)).map((each) => ({ ...each, data: base64(randomBytes(64)) })),
		400,
		'invalid_request',
	],
	['what is no payload', async () => Promise.resolve([{ data: 'ä' }]), 400, 'invalid_request'],
])('says so of %s', async (_what, payloads, status, type) => {
	const reply = await ask({ ...decode, payload: { payloads: await payloads() } });
	expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ type })]);
	expect(reply.body).toMatchObject({ issues: [{ path: expect.stringMatching(/^payloads\.0/) as string }] });
});

describe("a browser on Temporal's own pages", () => {
	const pages = { temporalPages: 'https://temporal.example/ui/namespaces/ours' };
	const { ask } = useTestGateway({ keyring, ...pages });
	const origin = 'https://temporal.example';
	const preflight = { method: 'OPTIONS', url: '/codec/decode', token: null };

	test('may ask, with the token and the namespace', async () => {
		const reply = await ask({ ...preflight, headers: { origin, 'access-control-request-method': 'POST' } });
		expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
		expect(reply.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-namespace');
		expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
	});

	test.each([
		['the answer', undefined, 200],
		['a refusal', null, 401],
	])('reads %s', async (_what, token, status) => {
		const sent = { ...decode, payload: { payloads: [] }, headers: { origin, 'x-namespace': 'ours' } };
		const reply = await ask({ ...sent, ...(token === undefined ? {} : { token }) });
		expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([status, origin]);
		expect(reply.headers.get('vary')).toContain('Origin');
	});

	test.each(['https://temporal.example.other', 'http://temporal.example', 'null'])(
		'not on those of %s',
		async (other) => {
			const asked = await ask({ ...preflight, headers: { origin: other } });
			const called = await ask({ ...decode, payload: { payloads: [] }, headers: { origin: other } });
			expect([asked.status, called.status]).toEqual([404, 200]);
			for (const { headers } of [asked, called]) expect(headers.get('access-control-allow-origin')).toBeNull();
		},
	);

	test('on no other route', async () => {
		const reply = await ask({ url: '/v1/tasks', headers: { origin } });
		expect(reply.headers.get('access-control-allow-origin')).toBeNull();
	});
});
