import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { Keyring, stepKey } from './keyring';
import { EncryptionCodec } from './payload-codec';

const key = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const [first, second] = [key('2026-01'), key('2026-02')];
const before = new Keyring({ keys: [first], current: first.id });
const after = new Keyring({ keys: [second, first], current: second.id });
const clear = defaultPayloadConverter.toPayload({ mail: 'ann@example.com' });

const through = async (write: Keyring, read: Keyring) =>
	new EncryptionCodec(read).decode(await new EncryptionCodec(write).encode([clear]));

describe('EncryptionCodec', () => {
	it('gives back what it encrypted, and shows nothing of it', async () => {
		const [encrypted] = await new EncryptionCodec(before).encode([clear]);
		expect(Buffer.from(encrypted?.data ?? []).toString('latin1')).not.toContain('ann@');
		const [decrypted] = await through(before, before);
		expect(defaultPayloadConverter.fromPayload(decrypted ?? {})).toEqual({ mail: 'ann@example.com' });
	});

	it('reads what an older key encrypted, while it is kept', async () => {
		expect(await through(before, after)).toHaveLength(1);
		await expect(through(after, before)).rejects.toThrow('no encryption key "2026-02"');
	});

	it('refuses another secret under the same id', async () => {
		const other = new Keyring({ keys: [key(first.id)], current: first.id });
		await expect(through(before, other)).rejects.toThrow('cannot be decrypted');
	});

	it('refuses what was changed, cut short, or put under another key id', async () => {
		const [encrypted] = await new EncryptionCodec(after).encode([clear]);
		const data = Buffer.from(encrypted?.data ?? []);
		const flipped = Buffer.from(data);
		flipped[20] = (flipped[20] ?? 0) ^ 1;
		const relabelled = { ...encrypted?.metadata, 'encryption-key-id': Buffer.from(first.id) };
		for (const bad of [
			{ ...encrypted, data: flipped },
			{ ...encrypted, data: data.subarray(0, 10) },
			{ ...encrypted, metadata: relabelled },
		]) {
			await expect(new EncryptionCodec(after).decode([bad])).rejects.toThrow('cannot be decrypted');
		}
	});
});

describe('a long payload', () => {
	const ids = Array.from({ length: 500 }, (_, index) => [4_711_000 + index * 3, 1_763_000_000_000 + index * 61_000]);
	const long = defaultPayloadConverter.toPayload({ done: ids });
	const codec = new EncryptionCodec(before);

	it('is compressed before it is encrypted, and comes back unchanged', async () => {
		const [encrypted] = await codec.encode([long]);
		expect(encrypted?.data?.length).toBeLessThan((long.data?.length ?? 0) / 3);
		const [decrypted] = await codec.decode([encrypted ?? {}]);
		expect(defaultPayloadConverter.fromPayload(decrypted ?? {})).toEqual({ done: ids });
	});

	it('is refused when its compression was changed or taken away', async () => {
		const [encrypted] = await codec.encode([long]);
		const { compression: _, ...without } = encrypted?.metadata ?? {};
		for (const metadata of [without, { ...without, compression: Buffer.from('none') }])
			await expect(codec.decode([{ ...encrypted, metadata }])).rejects.toThrow('cannot be decrypted');
	});

	it('stays as it is if it does not get smaller', async () => {
		const random = { metadata: {}, data: randomBytes(2_000) };
		const [encrypted] = await codec.encode([random]);
		expect(encrypted?.metadata).not.toHaveProperty('compression');
		expect(await codec.decode([encrypted ?? {}])).toMatchObject([{ data: random.data }]);
	});
});

describe('the workflow of a payload', () => {
	const at = (workflowId: string, namespace = 'ours') => ({ type: 'workflow', namespace, workflowId }) as const;
	const inActivity = {
		type: 'activity',
		namespace: 'ours',
		workflowId: 'email/1',
		activityId: '5',
		isLocal: false,
	} as const;
	const codec = new EncryptionCodec(before);

	it('is the only one that it can be read in', async () => {
		const bound = await codec.encode([clear], at('email/1'));
		for (const here of [at('email/1'), inActivity, undefined]) expect(await codec.decode(bound, here)).toHaveLength(1);
		for (const elsewhere of [at('email/2'), at('email/1', 'theirs')])
			await expect(codec.decode(bound, elsewhere)).rejects.toThrow('was encrypted for the workflow');
		const replayed = new EncryptionCodec(before, { checkWorkflow: false });
		expect(await replayed.decode(bound, at('email/2'))).toHaveLength(1);
	});

	it('cannot be changed or taken away', async () => {
		const [bound] = await codec.encode([clear], at('email/1'));
		const { 'encryption-owner': owner, ...without } = bound?.metadata ?? {};
		expect(Buffer.from(owner ?? []).toString()).toBe('["ours","email/1"]');
		const other = { ...without, 'encryption-owner': Buffer.from('["ours","email/2"]') };
		await expect(codec.decode([{ ...bound, metadata: other }], at('email/2'))).rejects.toThrow('cannot be decrypted');
		await expect(codec.decode([{ ...bound, metadata: without }])).rejects.toThrow('cannot be decrypted');
	});

	it('is the schedule for all of its runs, since Temporal hands a result on to the next run', async () => {
		const result = await codec.encode([clear], at('nightly~x-2026-11-01T03:00:00Z'));
		expect(await codec.decode(result, at('nightly~x-2026-11-02T03:00:00Z'))).toHaveLength(1);
		expect(await codec.decode(result, at('nightly~x'))).toHaveLength(1);
		await expect(codec.decode(result, at('nightly~y-2026-11-02T03:00:00Z'))).rejects.toThrow('was encrypted for');
	});

	it('is asked of a payload that was encrypted for none, too', async () => {
		const unbound = await codec.encode([clear]);
		await expect(codec.decode(unbound, at('email/1'))).rejects.toThrow('was encrypted for no workflow');
		expect(await codec.decode(unbound)).toHaveLength(1);
	});
});

describe('a payload that is not encrypted', () => {
	const here = { type: 'workflow', namespace: 'ours', workflowId: 'email/1' } as const;

	it('is refused, and the refusal names the setting', async () => {
		const strict = new EncryptionCodec(before, { plain: 'refuse' });
		for (const context of [here, undefined])
			await expect(strict.decode([clear], context)).rejects.toThrow('encryption.acceptPlain');
		await expect(new EncryptionCodec(before).decode([clear], here)).rejects.toThrow('encryption.acceptPlain');
		expect(await new EncryptionCodec(before).decode([clear])).toEqual([clear]);
	});

	it("passes where it is the server's own mark on a call that was cancelled before its start", async () => {
		const mark = defaultPayloadConverter.toPayload('ACTIVITY_ID_NOT_STARTED');
		expect(await new EncryptionCodec(before).decode([mark], here)).toEqual([mark]);
	});

	it('is read during a migration', async () => {
		const migrating = new Keyring({ keys: [first], current: first.id, acceptPlain: true });
		expect(await new EncryptionCodec(migrating).decode([clear], here)).toEqual([clear]);
	});
});

describe('stepKey', () => {
	it('stays the same when the current key changes', () => {
		const step = { taskId: 'email/1', step: 'reply', keyVersion: first.id };
		expect(stepKey(after, step)).toBe(stepKey(before, step));
		expect(stepKey(before, { ...step, step: 'conversation' })).not.toBe(stepKey(before, step));
	});
});
