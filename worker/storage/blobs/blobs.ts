import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { BlobsConfig } from '../../config/storage-schema';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, referenceOf, uploadKey } from './blob-store';
import { DirectoryStore } from './directory-store';
import { EncryptedStore } from './encrypted-store';
import { S3Store } from './s3-store';

/** Blobs as a process uses them. */
export interface Blobs {
	store: BlobStore;
	/** How large they may be, and how long they are kept. */
	config: BlobsConfig;
}

/**
 * The store that the configuration names. Nothing is read or made before it is used.
 * @param keyring encrypts the blobs at rest. Every process passes it; without it, as in tests, they are stored plain
 */
export function openBlobs(config: BlobsConfig, keyring: Keyring | null = null): Blobs {
	const { directory, s3 } = config;
	const stored = s3 === undefined ? new DirectoryStore(directory) : new S3Store(s3);
	return { store: keyring === null ? stored : new EncryptedStore(stored, keyring), config };
}

export interface Upload {
	/** `sha256:` and the digest: what others refer to it by. */
	blob: string;
	bytes: number;
}

/** An upload has more bytes than may be sent. */
export class UploadTooLargeError extends Error {
	override name = 'UploadTooLargeError';

	constructor(readonly maxBytes: number) {
		super(`A file may have ${maxBytes} bytes at most (blobs.maxUploadBytes). Nothing was kept.`);
	}
}

/**
 * Keeps a stream as a blob named by its content, or nothing of it. The same content again is the same blob, kept for
 * as long anew.
 * @throws UploadTooLargeError as soon as there are more than `maxBytes`
 */
export async function receiveUpload(store: BlobStore, content: Readable, maxBytes: number): Promise<Upload> {
	const draft = await store.draft();
	const hash = createHash('sha256');
	let bytes = 0;
	const measure = new Transform({
		transform(part: Buffer, _encoding, done) {
			bytes += part.length;
			hash.update(part);
			if (bytes > maxBytes) done(new UploadTooLargeError(maxBytes));
			else done(null, part);
		},
	});
	try {
		await draft.write(content, measure);
		const blob = referenceOf(hash.digest('hex'));
		await draft.keep(uploadKey(blob));
		return { blob, bytes };
	} finally {
		await draft.discard();
	}
}
