import { type BlobStore, chunksOf, isChunkOf } from '../../storage/blobs';

/**
 * Removes what a task has read.
 * @param run only of this run, and what has no run in its key; left out: of every run
 */
export async function discardChunks(store: BlobStore, taskId: string, run?: string): Promise<void> {
	for await (const { key } of store.list(chunksOf(taskId)))
		if (run === undefined || isChunkOf(key, taskId, run)) await store.remove(key);
}
