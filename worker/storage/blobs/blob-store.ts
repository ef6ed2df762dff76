import type { Readable, Transform } from 'node:stream';

/** Key, size and time of a stored blob. */
export interface StoredBlob {
	key: string;
	bytes: number;
	storedAt: Date;
}

/** An open blob. Read it once, from its beginning. */
export interface OpenBlob {
	bytes: number;
	content: Readable;
}

/** A file that is being written and is not visible yet. Keep or discard it. Discarding a kept draft does nothing. */
export interface Draft {
	/** The file on this machine. If blobs are encrypted, `write` writes the encrypted content. */
	file: string;
	/**
	 * Writes the whole content.
	 * @param through stream that the content passes through
	 * @throws errors of the content, and if `signal` aborts
	 */
	write(content: Readable, through: Transform, options?: { signal?: AbortSignal }): Promise<void>;
	/** Reads the written content from its beginning. */
	read(): Readable;
	/** Makes the complete file visible under the key and replaces an existing blob. */
	keep(key: string): Promise<void>;
	discard(): Promise<void>;
}

/**
 * Stores data that is too large or too private for a history. All workers and gateways share it. A key is a path of
 * letters, digits, `-`, `_` and `.`. A blob is stored completely or not at all.
 */
export interface BlobStore {
	draft(): Promise<Draft>;
	/** Stores content that fits into memory. */
	write(key: string, content: Buffer): Promise<void>;
	/**
	 * The same, unless a blob has the key already. Of several writers at a time at most one succeeds.
	 * @param content unlike that of any other writer, so that a repeat of a lost write recognises its own
	 * @returns whether it did
	 */
	writeNew(key: string, content: Buffer): Promise<boolean>;
	/** Null if there is no such blob. */
	open(key: string): Promise<OpenBlob | null>;
	/** All blobs whose key has the prefix, in any order. */
	list(prefix: string): AsyncIterable<StoredBlob>;
	/** Removing a missing blob succeeds. */
	remove(key: string): Promise<void>;
	/** Removes drafts that killed processes left behind. @returns their number */
	removeDrafts(before: Date): Promise<number>;
}

/** `sha256:` and 64 hexadecimal digits: the reference to an upload. */
export const BLOB_REFERENCE = /^sha256:[0-9a-f]{64}$/;

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;
const CHUNK_DIGITS = 7;

export const UPLOADS = 'uploads/';
/** The rows of previews of bulk actions. Callers can upload anything, so that what acts must not read uploads. */
export const PREVIEWS = 'previews/';
export const CHUNKS = 'chunks/';
export const FILES = 'files/';
/** Leads that wait for a flow. */
export const HAND_OUTS = 'hand-outs/';
/** Pages of leads whose conversations a sync is reading. */
export const READINGS = 'readings/';
/** Calls per minute, a record per worker process. */
export const USAGE = 'usage/';
/** Data subjects of running searches, encrypted. */
export const PERSON_REQUESTS = 'persons/';
/** Erased persons as HMACs, kept forever. */
export const ERASED_PERSONS = 'erased/';
/** Whose lead a sync has taken, as HMACs. */
export const SYNCED_PERSONS = 'synced-persons/';
/** Which files an erasure deleted, without content, so that their tasks can say so. */
export const ERASED_FILES = 'erased-exports/';
/** Claims of writers, in a bucket without conditional writes. */
export const CLAIMS = 'claims/';
/** Numbers that a weekly report keeps for the next one. */
export const REPORTS = 'reports/';
/** Destinations that people created at the gateway, kept until they are deleted. */
export const DESTINATIONS = 'destinations/';
/** What sets of knowledge own at their agents, encrypted, kept until they are deleted. */
export const KNOWLEDGE_SETS = 'knowledge-sets/';
/** The last syncs of each set of knowledge, encrypted. */
export const KNOWLEDGE_SYNCS = 'knowledge-syncs/';

/** @param sha256 in hexadecimal */
export function referenceOf(sha256: string): string {
	return `sha256:${sha256}`;
}

/** The key of an upload. @param reference as `BLOB_REFERENCE` */
export function uploadKey(reference: string): string {
	return `${UPLOADS}${reference.replace(/^sha256:/, '')}`;
}

/** The key of the rows of a preview. @param reference as `BLOB_REFERENCE` */
export function previewKey(reference: string): string {
	return `${PREVIEWS}${reference.replace(/^sha256:/, '')}`;
}

/** Prefix of all chunks of a task. */
export function chunksOf(taskId: string): string {
	return `${CHUNKS}${pathOf(taskId)}/`;
}

/**
 * Key of one chunk of a task. Each attempt and run has separate keys, because an abandoned attempt or an ended run may
 * still write.
 * @param attempt counts from 1
 * @param run of the task, by the id of its first execution
 * @param kind of a task with several kinds of chunks
 */
export function chunkKey(taskId: string, chunk: number, attempt: number, run: string, kind?: string): string {
	const number = String(chunk).padStart(CHUNK_DIGITS, '0');
	const name = kind === undefined ? number : `${kind}.${number}`;
	return `${chunksOf(taskId)}${run}.${name}.${attempt}`;
}

/** Whether a chunk of a task is of this run. */
export function isChunkOf(key: string, taskId: string, run: string): boolean {
	return key.startsWith(`${chunksOf(taskId)}${run}.`);
}

/** Key of a file in a task's result. */
export function fileKey(taskId: string, name: string): string {
	return `${FILES}${pathOf(taskId)}/${name}`;
}

/** The mark that an erasure deleted a file. @param key of the file */
export function erasedFileKey(key: string): string {
	return ERASED_FILES + key.slice(FILES.length);
}

/** Key of leads that a sync has read for its flow. @param part of the task, unique */
export function handOutKey(taskId: string, part: string): string {
	return `${HAND_OUTS}${pathOf(taskId)}/${part}`;
}

/** Key of what the attempts of a sync keep for each other. @param part of the task, unique */
export function readingKey(taskId: string, part: string): string {
	return `${READINGS}${pathOf(taskId)}/${part}`;
}

/** @throws Error if it is the key of something else */
export function checkHandOutKey(key: string): string {
	if (!key.startsWith(HAND_OUTS)) throw new Error(`"${key}" is not the key of leads for a flow.`);
	return checkKey(key);
}

/** One folder per type of task. The ids of scheduled tasks contain a time, which is encoded. */
function pathOf(taskId: string): string {
	return taskId.replace(/~+/g, '/').replace(/[^\w./-]/g, '_');
}

/** @throws Error if a key could lead out of the store */
export function checkKey(key: string): string {
	if (!KEY.test(key)) throw new Error(`"${key}" is not a valid key of a blob.`);
	return key;
}
