import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Lead, leadSchema } from '../../api';
import type { BlobStore } from '../blobs';
import { chunkKey } from '../blobs';

const chunkSchema = z.object({
	/** Names of the captured form fields of these leads. */
	fields: z.array(z.string()),
	leads: z.array(leadSchema),
});

export type Chunk = z.infer<typeof chunkSchema>;

/** One part of what an export has read was removed before the export was done. */
export class ChunkMissingError extends Error {
	override name = 'ChunkMissingError';

	constructor(chunk: number) {
		super(`Part ${chunk} of what was read is not there any more.`);
	}
}

/** Stores leads under a number. The same number again takes the place of what was there. */
export async function storeChunk(store: BlobStore, taskId: string, chunk: number, leads: Lead[]): Promise<void> {
	const fields = new Set(leads.flatMap((lead) => Object.keys(lead.fields)));
	const content: Chunk = { fields: [...fields], leads };
	await store.write(chunkKey(taskId, chunk), Buffer.from(JSON.stringify(content)));
}

/** @throws ChunkMissingError */
export async function readChunk(store: BlobStore, taskId: string, chunk: number): Promise<Chunk> {
	const blob = await store.open(chunkKey(taskId, chunk));
	if (blob === null) throw new ChunkMissingError(chunk);
	const content: unknown = JSON.parse((await buffer(blob.content)).toString());
	return chunkSchema.parse(content);
}
