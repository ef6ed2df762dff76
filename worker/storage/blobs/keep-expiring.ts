import type { Blobs } from './open-blob-store';
import { expireBlobs } from './expire-blobs';

const EVERY_MS = 3_600_000;

interface Log {
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
}

interface Counts {
	expired(blobs: number): void;
	expiryFailed(): void;
}

/** Removes what has expired, now and every hour, until it is stopped. A failure is logged and made up for at the next. */
export function keepExpiring({ store, config }: Blobs, log: Log, counts: Counts): () => void {
	const expire = async () => {
		try {
			const removed = await expireBlobs(store, config);
			counts.expired(removed);
			if (removed > 0) log.info({ removed }, 'removed blobs that have expired');
		} catch (error) {
			counts.expiryFailed();
			log.warn({ err: error }, 'blobs that have expired could not be removed; it is tried again in an hour');
		}
	};
	void expire();
	const timer = setInterval(() => void expire(), EVERY_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
	};
}
