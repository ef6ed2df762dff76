import { type BlobStore, chunksOf } from '../../blobs';

/** Removes all that a task has read. */
export async function discardChunks(store: BlobStore, taskId: string): Promise<void> {
	for await (const { key } of store.list(chunksOf(taskId))) await store.remove(key);
}
