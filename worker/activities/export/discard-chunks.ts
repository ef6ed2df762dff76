import { type BlobStore, chunksOf, isChunkOf } from '../../storage/blobs';

/** Removes what one run of a task has read. */
export async function discardChunks(store: BlobStore, taskId: string, run: string): Promise<void> {
	for await (const { key } of store.list(chunksOf(taskId))) if (isChunkOf(key, taskId, run)) await store.remove(key);
}
