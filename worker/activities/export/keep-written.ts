import type { Readable } from 'node:stream';
import type { ExportFile } from '../../../workflows/task/export-contract';
import { type Blobs, DigestStream } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { keepFile } from './assemble';

export interface KeepWith {
	blobs: Blobs;
	buckets: Buckets;
	taskId: string;
	signal: AbortSignal;
}

/** Keeps a file of the task's result at the gateway. The link to it is the task's to add. */
export async function keepWritten(
	{ name, contentType }: Pick<ExportFile, 'name' | 'contentType'>,
	content: Readable,
	given: KeepWith,
): Promise<ExportFile> {
	const draft = await given.blobs.store.draft();
	try {
		const measure = new DigestStream();
		await draft.write(content, measure, { signal: given.signal });
		const { bytes } = measure;
		const { expiresAt } = await keepFile(draft, { bytes, name, contentType }, undefined, given);
		return { name, contentType, bytes, sha256: measure.sha256(), expiresAt, link: null };
	} finally {
		await draft.discard();
	}
}
