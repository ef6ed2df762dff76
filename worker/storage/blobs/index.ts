export {
	BLOB_REFERENCE,
	chunkKey,
	CHUNKS,
	chunksOf,
	ERASED_PERSONS,
	fileKey,
	FILES,
	isChunkOf,
	PERSON_REQUESTS,
	uploadKey,
	UPLOADS,
} from './blob-keys';
export type { BlobStore, Draft, OpenBlob, StoredBlob } from './blob-store';
export { bucketClient } from './bucket-client';
export { keepExpiring } from './keep-expiring';
export { type Blobs, openBlobs } from './open-blob-store';
export { receiveUpload, UploadTooLargeError, type Upload } from './receive-upload';
