import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Keyring } from '../../temporal/keyring';

/**
 * Encrypts blobs at rest in segments. A blob of any size needs little memory, and no changed segment is ever returned.
 * It does not detect a whole blob in the place of another. Only the rights to the folder or bucket prevent that
 * (docs/personal-data.md). It is the STREAM construction of "Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance" (Hoang, Reyhanitabar, Rogaway, Vizár, 2015) over AES-256-GCM, with a separate key per blob, as in
 * Tink's AES-GCM-HKDF-Streaming:
 *
 *   magic (8) | length of the key's id (2) | id of the key | salt (32) | prefix of nonces (7) | segment, segment, ...
 *
 * The nonce of a segment is prefix, number (4) and whether it is the last (1): missing, repeated, reordered or
 * truncated segments do not decrypt. The header is associated data of each segment. Node's own cryptography does all of
 * it. Libraries for encrypted streams bring ciphers in JavaScript or a native build.
 */
const MAGIC = Buffer.from('AKBLOB\0\x01', 'latin1');
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const LENGTH_BYTES = 2;
const SALT_BYTES = 32;
const PREFIX_BYTES = 7;
const TAG_BYTES = 16;
/** Of the content. */
const SEGMENT_BYTES = 64 * 1024;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A blob was changed or cut short, or its key has another secret than the one that encrypted it. */
export class BlobDamagedError extends Error {
	override name = 'BlobDamagedError';

	/** @param keyId null if it does not begin like an encrypted blob */
	constructor(keyId: string | null) {
		super(
			keyId === null
				? 'A blob cannot be decrypted: it does not begin like an encrypted one, so it was changed, cut short or written by another program.'
				: `A blob cannot be decrypted with the key "${keyId}": the key has another secret, or the blob was changed or cut short. Check encryption.keys.`,
		);
	}
}

/** Encrypts with the current key. @throws what `content` throws */
export async function* seal(keyring: Keyring, content: Pieces): AsyncGenerator<Buffer> {
	const header = newHeader(keyring.current);
	yield header.bytes;
	const key = keyOf(keyring, header);
	let number = 0;
	const sealed = (segment: Buffer, isLast: boolean): Buffer => {
		const cipher = createCipheriv(CIPHER, key, nonceOf(header, number, isLast)).setAAD(header.bytes);
		number += 1;
		return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()]);
	};
	// The last segment is marked, so keep one segment back until it is known whether another follows.
	const rest = new Segments(SEGMENT_BYTES);
	for await (const piece of content) for (const segment of rest.add(piece)) yield sealed(segment, false);
	yield sealed(rest.last(), true);
}

/** A sealed blob, to be read once. */
export interface Unsealed {
	/** Of the content. */
	bytes: number;
	content: AsyncGenerator<Buffer>;
}

/**
 * Opens a blob that `seal` made.
 * @param storedBytes size of `stored`
 * @throws UnknownKeyError, BlobDamagedError; the latter also while reading
 */
export async function unseal(
	keyring: Keyring,
	stored: AsyncIterable<Uint8Array>,
	storedBytes: number,
): Promise<Unsealed> {
	const source = stored[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	const isShort = () => head.length < headerBytes(head);
	while (isShort()) {
		const next = await source.next();
		if (next.done === true) break;
		head = Buffer.concat([head, next.value]);
	}
	const header = isShort() ? null : readHeader(head);
	if (header === null) {
		await source.return?.();
		throw new BlobDamagedError(null);
	}
	const left = joined(head.subarray(header.bytes.length), source);
	const sealedBytes = storedBytes - header.bytes.length;
	const segments = Math.max(1, Math.ceil(sealedBytes / SEALED_SEGMENT_BYTES));
	return {
		bytes: Math.max(0, sealedBytes - segments * TAG_BYTES),
		content: opened(header, keyOf(keyring, header), left),
	};
}

async function* opened(header: Header, key: Buffer, stored: Pieces): AsyncGenerator<Buffer> {
	let number = 0;
	const open = (segment: Buffer, isLast: boolean): Buffer => {
		if (segment.length < TAG_BYTES) throw new BlobDamagedError(header.keyId);
		const decipher = createDecipheriv(CIPHER, key, nonceOf(header, number, isLast)).setAAD(header.bytes);
		decipher.setAuthTag(segment.subarray(-TAG_BYTES));
		number += 1;
		try {
			return Buffer.concat([decipher.update(segment.subarray(0, -TAG_BYTES)), decipher.final()]);
		} catch {
			throw new BlobDamagedError(header.keyId);
		}
	};
	const rest = new Segments(SEALED_SEGMENT_BYTES);
	for await (const piece of stored) for (const segment of rest.add(piece)) yield open(segment, false);
	yield open(rest.last(), true);
}

/**
 * Cuts pieces of any size into segments of one size. Leaves at least one byte for the last segment, if there is any.
 */
class Segments {
	#waiting: Uint8Array[] = [];
	#bytes = 0;

	constructor(private readonly size: number) {}

	*add(piece: Uint8Array): Generator<Buffer> {
		this.#waiting.push(piece);
		this.#bytes += piece.length;
		if (this.#bytes <= this.size) return;
		let whole = this.last();
		for (; whole.length > this.size; whole = whole.subarray(this.size)) yield whole.subarray(0, this.size);
		this.#waiting = [whole];
		this.#bytes = whole.length;
	}

	last(): Buffer {
		return Buffer.concat(this.#waiting);
	}
}

interface Header {
	/** All of it. */
	bytes: Buffer;
	keyId: string;
	salt: Buffer;
	prefix: Buffer;
}

function newHeader(keyId: string): Header {
	const [salt, prefix] = [randomBytes(SALT_BYTES), randomBytes(PREFIX_BYTES)];
	const id = Buffer.from(keyId);
	const length = Buffer.alloc(LENGTH_BYTES);
	length.writeUInt16BE(id.length);
	return { bytes: Buffer.concat([MAGIC, length, id, salt, prefix]), keyId, salt, prefix };
}

/** Length of the header, from its beginning. 0 if it is no header. */
function headerBytes(head: Buffer): number {
	const known = Math.min(head.length, MAGIC.length);
	if (!head.subarray(0, known).equals(MAGIC.subarray(0, known))) return 0;
	const beforeId = MAGIC.length + LENGTH_BYTES;
	return head.length < beforeId ? beforeId : beforeId + head.readUInt16BE(MAGIC.length) + SALT_BYTES + PREFIX_BYTES;
}

/** Null if it is no header. */
function readHeader(head: Buffer): Header | null {
	const length = headerBytes(head);
	if (length === 0) return null;
	const bytes = head.subarray(0, length);
	const [saltAt, prefixAt] = [length - SALT_BYTES - PREFIX_BYTES, length - PREFIX_BYTES];
	const keyId = bytes.subarray(MAGIC.length + LENGTH_BYTES, saltAt).toString();
	return { bytes, keyId, salt: bytes.subarray(saltAt, prefixAt), prefix: bytes.subarray(prefixAt) };
}

/** The key of this one blob. @throws UnknownKeyError */
function keyOf(keyring: Keyring, { keyId, salt }: Header): Buffer {
	return Buffer.from(hkdfSync('sha256', keyring.blobKey(keyId), salt, 'agent-knowledge/blob', KEY_BYTES));
}

function nonceOf({ prefix }: Header, number: number, isLast: boolean): Buffer {
	const rest = Buffer.alloc(5);
	rest.writeUInt32BE(number);
	rest.writeUInt8(isLast ? 1 : 0, 4);
	return Buffer.concat([prefix, rest]);
}

/** Yields the content read ahead, then the rest. If the reader stops, the source ends. */
async function* joined(head: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
	try {
		if (head.length > 0) yield head;
		for (let next = await source.next(); next.done !== true; next = await source.next()) yield Buffer.from(next.value);
	} finally {
		await source.return?.();
	}
}
