import type { Readable, Transform } from 'node:stream';

/** What a blob is, as far as a store knows. */
export interface StoredBlob {
	key: string;
	bytes: number;
	storedAt: Date;
}

/** A blob to be read once, from its beginning. */
export interface OpenBlob {
	bytes: number;
	content: Readable;
}

/** A file that is being written and that nobody sees. Keep or discard it; discarding one that was kept does nothing. */
export interface Draft {
	/** On this machine. Where blobs are encrypted it holds what is stored, once `write` has written it. */
	file: string;
	/** Writes the whole content. @param through what sees it on its way @throws what reading it throws, and at `signal` */
	write(content: Readable, through: Transform, options?: { signal?: AbortSignal }): Promise<void>;
	/** What was written, from its beginning. */
	read(): Readable;
	/** Makes it visible under its key, whole, in place of what was there. */
	keep(key: string): Promise<void>;
	discard(): Promise<void>;
}

/**
 * Where bytes go that are too many for a history, or are nobody's business there. Every worker and gateway sees the
 * same ones. A key is a path of letters, digits, `-`, `_` and `.`; what is stored is whole or not there.
 */
export interface BlobStore {
	draft(): Promise<Draft>;
	/** For what fits into memory. */
	write(key: string, content: Buffer): Promise<void>;
	/** Null when there is none, or none any more. */
	open(key: string): Promise<OpenBlob | null>;
	/** All whose key begins so, in no order. */
	list(prefix: string): AsyncIterable<StoredBlob>;
	/** One that is not there is success. */
	remove(key: string): Promise<void>;
	/** Removes drafts that killed processes left where this one writes its own. @returns how many */
	removeDrafts(before: Date): Promise<number>;
}

/** `sha256:` and 64 hexadecimal digits: what an upload is referred to by. */
export const BLOB_REFERENCE = /^sha256:[0-9a-f]{64}$/;

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;
const CHUNK_DIGITS = 7;

export const UPLOADS = 'uploads/';
export const CHUNKS = 'chunks/';
export const FILES = 'files/';
/** Who is looked for, encrypted, while the search lasts. */
export const PERSON_REQUESTS = 'persons/';
/** Who was erased, as HMACs: kept for ever. */
export const ERASED_PERSONS = 'erased/';

/** @param sha256 in hexadecimal */
export function referenceOf(sha256: string): string {
	return `sha256:${sha256}`;
}

/** The key of an upload. @param reference as `BLOB_REFERENCE` */
export function uploadKey(reference: string): string {
	return `${UPLOADS}${reference.replace(/^sha256:/, '')}`;
}

/** All that a task has read so far. */
export function chunksOf(taskId: string): string {
	return `${CHUNKS}${pathOf(taskId)}/`;
}

/**
 * One part of what a task has read. An attempt that was given up, or a run that has ended, may still write, so that each
 * has keys of its own.
 * @param attempt counts from 1
 * @param run of the task, by the id of its first execution
 */
export function chunkKey(taskId: string, chunk: number, attempt: number, run: string): string {
	const number = String(chunk).padStart(CHUNK_DIGITS, '0');
	return `${chunksOf(taskId)}${run}.${number}.${attempt}`;
}

/** Whether a chunk of a task is of this run. */
export function isChunkOf(key: string, taskId: string, run: string): boolean {
	return key.startsWith(`${chunksOf(taskId)}${run}.`);
}

/** A file that is part of a task's result. */
export function fileKey(taskId: string, name: string): string {
	return `${FILES}${pathOf(taskId)}/${name}`;
}

/** A folder for each type of task. Tasks that a schedule began have a time in their ids. */
function pathOf(taskId: string): string {
	return taskId.replace(/~+/g, '/').replace(/[^\w./-]/g, '_');
}

/** @throws Error for a key that could lead out of its store */
export function checkKey(key: string): string {
	if (!KEY.test(key)) throw new Error(`"${key}" is no key of a blob.`);
	return key;
}
