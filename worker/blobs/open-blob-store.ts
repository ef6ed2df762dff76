import type { BlobsConfig } from '../config/blobs-schema';
import type { BlobStore } from './blob-store';
import { DirectoryStore } from './directory-store';
import { S3Store } from './s3-store';

/** Blobs as a process uses them. */
export interface Blobs {
	store: BlobStore;
	/** How large they may be, and how long they are kept. */
	config: BlobsConfig;
}

/** The store that the configuration names. Nothing is read or made before it is used. */
export function openBlobs(config: BlobsConfig): Blobs {
	const { directory, s3 } = config;
	return { store: s3 === undefined ? new DirectoryStore(directory) : new S3Store(s3), config };
}
