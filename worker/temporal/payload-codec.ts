import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { decodingMetadata, encodedPayload } from './payload-bytes';
import type { Keyring } from './keyring';

const ENCODING = 'binary/encrypted';
/** AES-256 in Galois/counter mode: 12 bytes of nonce, 16 bytes of tag. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts every payload before it leaves for Temporal. The id of the key stands beside it in the clear and is
 * covered by the tag, so that keys can be changed while histories live.
 */
export class EncryptionCodec implements PayloadCodec {
	constructor(private readonly keyring: Keyring) {}

	encode(payloads: Payload[]): Promise<Payload[]> {
		return Promise.resolve(payloads).then((all) => all.map((payload) => this.encrypt(payload)));
	}

	/** What is not encrypted passes: it was written before there was a key. @throws DecryptionError, UnknownKeyError */
	decode(payloads: Payload[]): Promise<Payload[]> {
		return Promise.resolve(payloads).then((all) => all.map((payload) => this.decrypt(payload)));
	}

	private encrypt(payload: Payload): Payload {
		const keyId = this.keyring.current;
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(CIPHER, this.keyring.encryptionKey(keyId), nonce).setAAD(Buffer.from(keyId));
		const body = [cipher.update(encodedPayload.toBytes(payload)), cipher.final()];
		return {
			metadata: { encoding: Buffer.from(ENCODING), 'encryption-key-id': Buffer.from(keyId) },
			data: Buffer.concat([nonce, ...body, cipher.getAuthTag()]),
		};
	}

	private decrypt(payload: Payload): Payload {
		const { encoding, keyId } = decodingMetadata(payload);
		if (encoding !== ENCODING) return payload;
		const key = this.keyring.encryptionKey(keyId);
		const data = Buffer.from(payload.data ?? []);
		if (data.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionError(keyId);
		const decipher = createDecipheriv(CIPHER, key, data.subarray(0, NONCE_BYTES))
			.setAAD(Buffer.from(keyId))
			.setAuthTag(data.subarray(-TAG_BYTES));
		try {
			const clear = [decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
			return encodedPayload.fromBytes(Buffer.concat(clear));
		} catch {
			throw new DecryptionError(keyId);
		}
	}
}

/** The key is another one than it was encrypted with, or the payload was changed. */
export class DecryptionError extends Error {
	override name = 'DecryptionError';

	constructor(keyId: string) {
		super(
			`A payload cannot be decrypted with the key "${keyId}": the key has another secret than the one that ` +
				'encrypted it, or the payload was changed. Check encryption.keys.',
		);
	}
}
