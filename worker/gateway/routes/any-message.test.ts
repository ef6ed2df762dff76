import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { now } from '../../../test/support/time/moments';
import { parseConfig } from '../../config';
import { Keyring } from '../../temporal';
import { DecryptionError, EncryptionCodec } from '../../temporal/payload-codec';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { type TestReply, useTestGateway } from '../testing/test-gateway';

/** The form of every refusal. */
const envelopeSchema = z.strictObject({
	type: z.string().min(1),
	title: z.string().min(1),
	status: z.int(),
	detail: z.string().regex(/\w+ \w+.*\.$/s),
	issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
});

function refusal({ status, text }: TestReply): z.infer<typeof envelopeSchema> {
	const envelope = envelopeSchema.parse(JSON.parse(text));
	expect(envelope.status).toBe(status);
	return envelope;
}

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const encryption = { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' };
const { hooks } = parseConfig(
	{
		gateway: { tokens: [{ name: 'tester', token: randomBytes(24).toString('hex') }] },
		connections: { main: { baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key' } },
		encryption,
		hooks: {
			retrain: {
				secrets: [secret],
				maxBytes: 4_000,
				task: 'retrain-and-wait',
				connection: 'main',
				fields: { '/agentId': '/data/agent/id', '/timeoutSeconds': '/data/limit', '/ifActive': '/data/0' },
			},
		},
	},
	{ source: 'the test', env: {}, gateway: true },
);
const gateway = useTestGateway({ hooks, inFile: { gateway: { limits: { perAddress: 1_000_000 } } } });

describe('a webhook', () => {
	const good = '{"data":{"agent":{"id":"agent_support"}}}';
	const signed = (content: string, id = 'msg', at = now()) => ({
		'webhook-id': id,
		'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
		'webhook-signature': new Webhook(secret).sign(id, at, content),
	});

	/** A gateway, and how many tasks it started. */
	function hookedGateway() {
		const tasks = inMemoryTasks();
		const start = vi.spyOn(tasks, 'start');
		const { ask } = gateway.serve({ tasks });
		const post = (payload: string, headers: Record<string, string>) =>
			ask({ method: 'POST', url: '/hooks/retrain', token: null, payload, headers });
		return { post, started: () => start.mock.calls.length };
	}

	it('may carry the set svix-* as a whole, and not a mix of two sets', async () => {
		const { post, started } = hookedGateway();
		// Signed, and not an input: the message was read, and starts nothing.
		const content = '{"data":{}}';
		const standard = signed(content);
		const named = (prefix: string, headers: Record<string, string>) =>
			Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('webhook', prefix), value]));
		const statusOf = async (headers: Record<string, string>) => refusal(await post(content, headers)).status;
		expect(await statusOf(named('svix', standard))).toBe(422);
		expect(await statusOf({ ...named('svix', signed('other', 'other')), ...standard })).toBe(422);
		const { 'webhook-id': id, ...rest } = standard;
		expect(await statusOf({ 'webhook-id': id, ...named('svix', rest) })).toBe(401);
		expect(await statusOf({ 'svix-id': id, ...rest })).toBe(401);
		expect(started()).toBe(0);
	});

	it('with other headers than those of its signature starts nothing, whatever they are', async () => {
		const { post, started } = hookedGateway();
		const value = fc.oneof(
			fc.constantFrom(
				'',
				'v1,',
				'v1,=',
				'v1a,x',
				'v2,AAAA',
				',',
				' ',
				`${2 ** 40}`,
				'-1',
				'1e3',
				'NaN',
				'Infinity',
				'0x10',
			),
			fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '').trim()),
			fc.base64String({ maxLength: 60 }).map((text) => `v1,${text}`),
		);
		const names = fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature');
		await fc.assert(
			fc.asyncProperty(names, value, async (name, other) => {
				const right = signed(good);
				fc.pre(other !== Object.entries(right).find(([each]) => each === name)?.[1]);
				expect(refusal(await post(good, { ...right, [name]: other }))).toMatchObject({ status: 401, issues: [] });
			}),
			{ numRuns: 80 },
		);
		expect(started()).toBe(0);
	});

	it('with a right signature starts a task or is refused by the place in its message, whatever that is', async () => {
		const { post, started } = hookedGateway();
		const id = fc.oneof(
			fc.constantFrom<unknown>('agent_support', '', '..', 'a/b', '\ud83d', '\0', 5, null),
			fc.jsonValue(),
		);
		const data = fc.record({
			agent: fc.oneof(fc.record({ id }), fc.jsonValue()),
			limit: fc.jsonValue(),
			0: fc.jsonValue(),
		});
		const content = fc.oneof(
			{ weight: 6, arbitrary: fc.record({ data: fc.oneof(data, fc.jsonValue()) }).map((each) => JSON.stringify(each)) },
			{ weight: 1, arbitrary: fc.json() },
			{
				weight: 1,
				arbitrary: fc.constantFrom('', '{', '"', '\ufeff{}', '{"__proto__":{"data":1}}', '['.repeat(3_000)),
			},
		);
		let accepted = 0;
		await fc.assert(
			fc.asyncProperty(content, async (message) => {
				const reply = await post(message, signed(message, `msg-${randomBytes(9).toString('hex')}`));
				const { status, issues } = reply.status === 202 ? { status: 202, issues: [] } : refusal(reply);
				if (status === 202) accepted += 1;
				expect([202, 400, 413, 422]).toContain(status);
				expect(status === 422 ? issues[0]?.path : '/data').toMatch(/^(\/data|agentId)/);
			}),
			{ numRuns: 120 },
		);
		expect(started()).toBe(accepted);
	});
});

describe('an encrypted payload', () => {
	const keyring = new Keyring(encryption);
	const codec = new EncryptionCodec(keyring);
	const clear = defaultPayloadConverter.toPayload({ mail: 'ann@example.com' });
	const at = { type: 'workflow', namespace: 'ours', workflowId: 'email/1' } as const;

	it('with any of its bits changed, cut short, or with other bytes is refused as such', async () => {
		const [sealed = {}] = await codec.encode([clear], at);
		const data = Buffer.from(sealed.data ?? []);
		const changed = fc.oneof(
			fc
				.nat(data.length * 8 - 1)
				.map((bit) => data.map((byte, place) => (place === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))),
			fc.nat(data.length - 1).map((length) => data.subarray(0, length)),
			fc.uint8Array({ maxLength: 80 }),
		);
		await fc.assert(
			fc.asyncProperty(changed, async (other) => {
				await expect(codec.decode([{ ...sealed, data: other }], at)).rejects.toThrow(DecryptionError);
			}),
			{ numRuns: 300 },
		);
	});

	it('with any other metadata is refused in its workflow, and by the codec endpoint with a sentence', async () => {
		const { ask } = gateway.serve({ keyring });
		const [sealed = {}] = await codec.encode([clear], at);
		const bytes = fc.oneof(
			fc.constantFrom('binary/encrypted', 'json/plain', '', 'first', '__proto__', '["ours","email/2"]', '\0'),
			fc.string(),
		);
		const name = fc.constantFrom('encoding', 'encryption-key-id', 'encryption-owner');
		await fc.assert(
			fc.asyncProperty(fc.dictionary(name, bytes, { minKeys: 1 }), async (other) => {
				const entries = Object.entries(other).map(([key, text]): [string, Uint8Array] => [key, Buffer.from(text)]);
				const metadata = { ...sealed.metadata, ...Object.fromEntries(entries) };
				fc.pre(!isDeepStrictEqual(jsonOf({ metadata }), jsonOf({ metadata: sealed.metadata ?? {} })));
				await expect(codec.decode([{ ...sealed, metadata }], at)).rejects.toThrow(
					/refused|decrypted|no encryption key/,
				);
				const reply = await ask({
					method: 'POST',
					url: '/codec/decode',
					payload: { payloads: [jsonOf({ ...sealed, metadata })] },
				});
				// Without the encoding of ours it is not encrypted, and Temporal's pages get it back as it is.
				expect(reply.status === 200 ? 'encryption_key_none' : refusal(reply).type).toMatch(
					/^(encryption_key_|invalid_request)/,
				);
				expect(reply.text).not.toContain('ann@');
			}),
			{ numRuns: 100 },
		);
	});
});

function jsonOf({ metadata, data }: Payload): object {
	const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64');
	const fields = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
	return { metadata: Object.fromEntries(fields) as object, data: base64(data) };
}
