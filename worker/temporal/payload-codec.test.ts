import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { Keyring } from './keyring';
import { EncryptionCodec } from './payload-codec';
import { stepKey } from './step-key';

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

describe('stepKey', () => {
	it('stays the same when the current key changes', () => {
		const step = { taskId: 'email/1', step: 'reply', keyVersion: first.id };
		expect(stepKey(after, step)).toBe(stepKey(before, step));
		expect(stepKey(before, { ...step, step: 'conversation' })).not.toBe(stepKey(before, step));
	});
});
