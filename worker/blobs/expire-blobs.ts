import type { BlobsConfig } from '../config/blobs-schema';
import { CHUNKS, FILES, PERSON_REQUESTS, UPLOADS } from './blob-keys';
import type { BlobStore } from './blob-store';

const HOUR_MS = 3_600_000;
/** An export may wait for days while the service is away, so what it has read is kept for longer than its result. */
const CHUNKS_KEPT_LONGER = 4;
/** A process that writes one has it for some hours at most. */
const DRAFT_HOURS = 24;
/** A search that asks the service for thousands of agents takes days. */
const REQUESTS = { prefix: PERSON_REQUESTS, hours: 7 * 24 };

/** Removes what is older than the configuration keeps it. Several workers may do it at the same time. @returns how many */
export async function expireBlobs(store: BlobStore, config: BlobsConfig, now = Date.now()): Promise<number> {
	const { keepUploadsHours, keepExportsHours } = config;
	// First, as they are on this machine also where the bucket does not answer.
	let removed = await store.removeDrafts(new Date(now - DRAFT_HOURS * HOUR_MS));
	for (const { prefix, hours } of [
		{ prefix: UPLOADS, hours: keepUploadsHours },
		{ prefix: FILES, hours: keepExportsHours },
		{ prefix: CHUNKS, hours: keepExportsHours * CHUNKS_KEPT_LONGER },
		REQUESTS,
	]) {
		for await (const { key, storedAt } of store.list(prefix)) {
			if (storedAt.getTime() > now - hours * HOUR_MS) continue;
			await store.remove(key);
			removed += 1;
		}
	}
	return removed;
}
