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
