import type { BlobsConfig } from '../../config/blobs-schema';
import type { BlobStore } from './blob-store';
import type { Keyring } from '../../temporal/keyring';
import { EncryptedStore } from './encrypted-store';
import { DirectoryStore } from './directory-store';
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
