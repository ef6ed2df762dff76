export {
	BLOB_REFERENCE,
	type BlobStore,
	checkHandOutKey,
	chunkKey,
	CHUNKS,
	chunksOf,
	DESTINATIONS,
	type Draft,
	ERASED_PERSONS,
	SYNCED_PERSONS,
	erasedFileKey,
	fileKey,
	FILES,
	HAND_OUTS,
	handOutKey,
	isChunkOf,
	KNOWLEDGE_SETS,
	KNOWLEDGE_SYNCS,
	type OpenBlob,
	PERSON_REQUESTS,
	previewKey,
	PREVIEWS,
	readingKey,
	referenceOf,
	REPORTS,
	READINGS,
	type StoredBlob,
	uploadKey,
	UPLOADS,
	USAGE,
} from './blob-store';
export { bucketClient, isBucketError } from './bucket-client';
export { isDenied, isMissing, isTemporary, reasonOf, statusOf } from './bucket-errors';
export { type ConditionalWrites, conditionalWritesOf } from './conditional-write';
export { DigestStream } from './digest-stream';
export { keepExpiring } from './expire-blobs';
export { type Blobs, openBlobs, receiveUpload, UploadTooLargeError, type Upload } from './blobs';
export { parseLeads, readLeads, writeLeads } from './stored-leads';
