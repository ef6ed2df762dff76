import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, uploadKey } from '../../storage/blobs';
import { withWorkFolder } from './work-folder';

/** A file that readers can open, and an empty folder for what they make of it. Both are removed afterwards. */
export interface WrittenFile {
	path: string;
	folder: string;
}

/** Readers of archives and workbooks need a file. @param write writes it; `use` gets what it returns */
export async function withWrittenFile<Result, Written>(
	write: (path: string) => Promise<Written>,
	use: (file: WrittenFile, written: Written) => Promise<Result>,
): Promise<Result> {
	return withWorkFolder(async (folder) => {
		const path = join(folder, 'set');
		const written = await write(path);
		return use({ path, folder }, written);
	});
}

/** The same for an upload. @returns null if it is not stored any more */
export async function withUploadedFile<Result>(
	store: BlobStore,
	reference: string,
	use: (file: WrittenFile) => Promise<Result>,
): Promise<Result | null> {
	const found = await store.open(uploadKey(reference));
	if (found === null) return null;
	return withWrittenFile((path) => writeTo(path, found.content), use);
}

/** Writes a stream to a new file. */
export function writeTo(path: string, content: Readable): Promise<void> {
	return pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}
