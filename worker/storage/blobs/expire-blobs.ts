import { type BlobsConfig, PARTS_KEPT_LONGER } from '../settings';
import {
	type BlobStore,
	CHUNKS,
	CLAIMS,
	ERASED_FILES,
	FILES,
	HAND_OUTS,
	PERSON_REQUESTS,
	PREVIEWS,
	READINGS,
	REPORTS,
	UPLOADS,
	USAGE,
} from './blob-store';
import type { Blobs } from './blobs';

const EVERY_MS = 3_600_000;

interface Log {
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
}

interface Counts {
	expired(blobs: number): void;
	expiryFailed(): void;
}

/**
 * Removes expired blobs now and every hour until it is stopped. It logs a failure, and the next run removes the rest.
 */
export function keepExpiring({ store, config }: Blobs, log: Log, counts: Counts): () => void {
	const expire = async () => {
		try {
			const removed = await expireBlobs(store, config);
			counts.expired(removed);
			if (removed > 0) log.info({ removed }, 'removed expired blobs');
		} catch (error) {
			counts.expiryFailed();
			log.warn({ err: error }, 'expired blobs could not be removed; the worker retries in an hour');
		}
	};
	void expire();
	const timer = setInterval(() => void expire(), EVERY_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
	};
}

const HOUR_MS = 3_600_000;
/** A process needs a draft for a few hours at most. */
const DRAFT_HOURS = 24;
/** A search over thousands of agents takes days. */
const REQUESTS = { prefix: PERSON_REQUESTS, hours: 7 * 24 };
/** A sync reads expired leads again when their flow asks for them. */
const LEADS_FOR_FLOWS = { prefix: HAND_OUTS, hours: 7 * 24 };
/** A sync whose destination takes nothing for a day reads the page again. */
const LEFT_READINGS = { prefix: READINGS, hours: 24 };
/** The report of the next week compares with them. */
const LAST_REPORTS = { prefix: REPORTS, hours: 60 * 24 };
/** Only the last hour is read. */
const CALLS = { prefix: USAGE, hours: 2 };
/** A writer needs its claim for a moment. Only a killed one leaves it. */
const LEFT_CLAIMS = { prefix: CLAIMS, hours: 1 };

/**
 * Removes blobs older than the configured limits. Several workers may do it at the same time. A folder of drafts that
 * cannot be cleared blocks nothing else, and neither does an unavailable bucket.
 * @returns their number
 */
export async function expireBlobs(store: BlobStore, config: BlobsConfig, now = Date.now()): Promise<number> {
	let removed = 0;
	try {
		removed += await store.removeDrafts(new Date(now - DRAFT_HOURS * HOUR_MS));
	} finally {
		removed += await removeExpired(store, config, now);
	}
	return removed;
}

/** As long as a task can be seen after its end, with the namespace's usual retention. */
const ERASED_FILE_MARKS = { prefix: ERASED_FILES, hours: 31 * 24 };

async function removeExpired(store: BlobStore, config: BlobsConfig, now: number): Promise<number> {
	const { keepUploadsHours, keepExportsHours } = config;
	let removed = 0;
	for (const { prefix, hours } of [
		{ prefix: UPLOADS, hours: keepUploadsHours },
		{ prefix: PREVIEWS, hours: keepUploadsHours },
		{ prefix: FILES, hours: keepExportsHours },
		ERASED_FILE_MARKS,
		{ prefix: CHUNKS, hours: keepExportsHours * PARTS_KEPT_LONGER },
		REQUESTS,
		LEADS_FOR_FLOWS,
		LEFT_READINGS,
		LAST_REPORTS,
		CALLS,
		LEFT_CLAIMS,
	]) {
		for await (const { key, storedAt } of store.list(prefix)) {
			if (storedAt.getTime() > now - hours * HOUR_MS) continue;
			await store.remove(key);
			removed += 1;
		}
	}
	return removed;
}
