import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, uploadKey } from '../../storage/blobs';

/** Readers of archives and workbooks need a file. @param content is written to one, which is removed afterwards */
export async function withWrittenFile<Result>(
	content: Readable,
	use: (path: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'knowledge-set-'));
	try {
		const path = join(folder, 'set');
		await pipeline(content, createWriteStream(path, { mode: 0o600 }));
		return await use(path);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The same for an upload. @returns null if it is not stored any more */
export async function withUploadedFile<Result>(
	store: BlobStore,
	reference: string,
	use: (path: string) => Promise<Result>,
): Promise<Result | null> {
	const found = await store.open(uploadKey(reference));
	return found === null ? null : withWrittenFile(found.content, use);
}
