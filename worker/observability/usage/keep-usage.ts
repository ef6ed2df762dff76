import type { BlobStore } from '../../storage/blobs';
import type { CallCounts } from './call-counts';
import { newUsageKey, writeUsage } from './usage-record';

const EVERY_MS = 60_000;

interface Log {
	warn(fields: object, message: string): void;
}

export interface KeptUsage {
	/** Stores what is new now, and stops. */
	stop(): Promise<void>;
}

/**
 * Stores the counts of this process once a minute, where the gateways find them. It stores nothing if no call was made.
 * A failure is logged once, and the next minute stores everything.
 */
export function keepUsage(counts: CallCounts, store: BlobStore, log: Log): KeptUsage {
	const key = newUsageKey();
	let stored = 0;
	let hasFailed = false;
	let writing = Promise.resolve();
	const storeOnce = async () => {
		const { total } = counts;
		if (total === stored) return;
		try {
			await writeUsage(store, key, counts.lastHour(Date.now()));
			stored = total;
			hasFailed = false;
		} catch (error) {
			if (!hasFailed)
				log.warn({ err: error }, 'the calls of this worker could not be stored; the worker retries each minute');
			hasFailed = true;
		}
	};
	// One after the other: an older write must not end after a newer one.
	const storeNext = () => (writing = writing.then(storeOnce));
	const timer = setInterval(() => void storeNext(), EVERY_MS);
	timer.unref();
	return {
		async stop() {
			clearInterval(timer);
			await storeNext();
		},
	};
}
