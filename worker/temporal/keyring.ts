import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface EncryptionKey {
	id: string;
	/** Base64 of 32 bytes. */
	secret: string;
}

export interface EncryptionSettings {
	/** All keys that payloads may be encrypted with. Keep an older key until everything it encrypted is gone. */
	keys: readonly EncryptionKey[];
	/** Id of the key that encrypts new data. */
	current: string;
	/** Whether to read payloads without encryption, for a migration. Default: false. */
	acceptPlain?: boolean | undefined;
}

/** A keyed digest with the version of its key. */
export interface Mac {
	keyVersion: string;
	mac: string;
}

type Purpose = 'payloads' | 'digests' | 'blobs';

/** The worker's keys by version. Each purpose has a separate key, derived from the configured secret. */
export class Keyring {
	readonly current: string;
	/** Whether to read payloads without encryption too. */
	readonly acceptsPlain: boolean;
	private readonly keys: ReadonlyMap<string, Readonly<Record<Purpose, Buffer>>>;

	constructor({ keys, current, acceptPlain = false }: EncryptionSettings) {
		this.current = current;
		this.acceptsPlain = acceptPlain;
		this.keys = new Map(
			keys.map(({ id, secret }) => [
				id,
				{ payloads: derive(secret, 'payloads'), digests: derive(secret, 'digests'), blobs: derive(secret, 'blobs') },
			]),
		);
		this.encryptionKey(current);
	}

	/** Those of all keys. */
	get versions(): string[] {
		return [...this.keys.keys()];
	}

	has(version: string): boolean {
		return this.keys.has(version);
	}

	/** 32 bytes for AES-256. @throws UnknownKeyError */
	encryptionKey(version: string): Buffer {
		return this.keyOf(version, 'payloads');
	}

	/** 32 bytes, from which the key of each blob is derived. @throws UnknownKeyError */
	blobKey(version: string): Buffer {
		return this.keyOf(version, 'blobs');
	}

	/** HMAC-SHA-256 in base64url over unambiguously separated parts. @throws UnknownKeyError */
	mac(parts: readonly string[], keyVersion = this.current): Mac {
		const digest = createHmac('sha256', this.keyOf(keyVersion, 'digests')).update(JSON.stringify(parts));
		return { keyVersion, mac: digest.digest('base64url') };
	}

	/** Compares in constant time. @throws UnknownKeyError */
	matches({ keyVersion, mac }: Mac, parts: readonly string[]): boolean {
		const expected = Buffer.from(this.mac(parts, keyVersion).mac);
		const given = Buffer.from(mac);
		return given.length === expected.length && timingSafeEqual(given, expected);
	}

	private keyOf(version: string, purpose: Purpose): Buffer {
		const key = this.keys.get(version);
		if (key === undefined) throw new UnknownKeyError(version, [...this.keys.keys()]);
		return key[purpose];
	}
}

/** Data was encrypted or signed with a key that this worker does not have. */
export class UnknownKeyError extends Error {
	override name = 'UnknownKeyError';

	constructor(version: string, known: readonly string[]) {
		super(
			`There is no encryption key "${version}"; the worker has: ${known.join(', ')}. ` +
				'Add it to encryption.keys. Remove a key only when nothing that it encrypted is left.',
		);
	}
}

function derive(secret: string, purpose: Purpose): Buffer {
	return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', `agent-knowledge/${purpose}`, 32));
}

export interface Step {
	taskId: string;
	/** Unique within the task, for instance `reply`. */
	step: string;
	/** Fixed when the task starts, so that a change of keys cannot send twice. */
	keyVersion: string;
}

/**
 * The idempotency key of one step of a task. It depends on nothing that a retry or a reset of the workflow changes, so
 * neither can send twice.
 */
export function stepKey(keyring: Keyring, { taskId, step, keyVersion }: Step): string {
	return keyring.mac(['step', taskId, step], keyVersion).mac;
}
