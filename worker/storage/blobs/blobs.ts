import type { Readable } from 'node:stream';
import type { BlobsConfig } from '../settings';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, referenceOf, uploadKey } from './blob-store';
import { DigestStream } from './digest-stream';
import { DirectoryStore } from './directory-store';
import { EncryptedStore } from './encrypted-store';
import { S3Store } from './s3-store';

/** The blob store of a process with its settings. */
export interface Blobs {
	store: BlobStore;
	/** Limits of their size, and how long they are kept. */
	config: BlobsConfig;
}

/**
 * Creates the configured store. It reads and writes nothing before its first use.
 * @param keyring encrypts the blobs at rest; every process passes it. Without it, as in tests, blobs are stored as
 * plain text
 */
export function openBlobs(config: BlobsConfig, keyring: Keyring | null = null): Blobs {
	const { directory, s3 } = config;
	const stored = s3 === undefined ? new DirectoryStore(directory) : new S3Store(s3);
	return { store: keyring === null ? stored : new EncryptedStore(stored, keyring), config };
}

export interface Upload {
	/** `sha256:` and the digest: the reference to the upload. */
	blob: string;
	bytes: number;
}

/** An upload is larger than the limit. */
export class UploadTooLargeError extends Error {
	override name = 'UploadTooLargeError';

	constructor(readonly maxBytes: number) {
		super(`A file may have at most ${maxBytes} bytes (blobs.maxUploadBytes). Nothing was stored.`);
	}
}

/**
 * Stores a stream as a blob named by its content, or nothing of it. The same content gives the same blob, and its time
 * to expiry starts again.
 * @throws UploadTooLargeError as soon as it has more than `maxBytes`
 */
export async function receiveUpload(store: BlobStore, content: Readable, maxBytes: number): Promise<Upload> {
	const draft = await store.draft();
	const measure = new DigestStream((bytes) => {
		if (bytes > maxBytes) throw new UploadTooLargeError(maxBytes);
	});
	try {
		await draft.write(content, measure);
		const blob = referenceOf(measure.sha256());
		await draft.keep(uploadKey(blob));
		return { blob, bytes: measure.bytes };
	} finally {
		await draft.discard();
	}
}
