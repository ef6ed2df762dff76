import { type BlobStore, USAGE } from '../../storage/blobs';
import { oldestMinute, startOfMinute, USAGE_MINUTES, type UsageCounts } from './call-counts';
import { readUsage } from './usage-record';

/** The calls of one connection in the last hour, by all workers. */
export interface ConnectionUsage {
	connection: string;
	/** The limit of its key, as configured. */
	requestsPerMinute: number;
	/** A number per minute, oldest first. The last minute has not ended. */
	calls: number[];
	/** Of these: refused with 429. A number per minute, as `calls`. */
	limited: number[];
}

export interface Usage {
	/** ISO 8601 UTC: when the first minute begins. */
	since: string;
	/** One per configured connection. */
	connections: ConnectionUsage[];
	/** Records of workers that cannot be read, for example because their encryption key is gone. */
	unreadable: number;
}

/** Somebody who reads the calls of the last hour. */
export interface UsageReader {
	read(): Promise<Usage>;
}

/** Records change once a minute, and several people may look at once. In ms. */
const FRESH_FOR_MS = 10_000;
/** Twice the hour that is read, because clocks differ. In ms. */
const NEWEST_WITHIN_MS = 2 * 3_600_000;

/** The configured connections, by their names. */
type Limits = Readonly<Record<string, { requestsPerMinute: number }>>;

/** Sums what the workers have stored. A worker that ended has left its record, which counts for its minutes. */
export class StoredUsage implements UsageReader {
	#kept: { usage: Promise<Usage>; until: number } | null = null;

	constructor(
		private readonly store: BlobStore,
		/** Of the connections of the moment. */
		private readonly limits: () => Limits,
	) {}

	read(): Promise<Usage> {
		const now = Date.now();
		if (this.#kept !== null && now < this.#kept.until) return this.#kept.usage;
		const usage = sumUsage(this.store, this.limits(), now);
		const kept = { usage, until: now + FRESH_FOR_MS };
		this.#kept = kept;
		usage.catch(() => {
			if (this.#kept === kept) this.#kept = null;
		});
		return usage;
	}
}

/** @param now in milliseconds since 1970 */
export async function sumUsage(store: BlobStore, limits: Limits, now: number): Promise<Usage> {
	const oldest = oldestMinute(now);
	const sums = new Map(
		Object.entries(limits).map(([name, { requestsPerMinute }]) => [name, noCalls(name, requestsPerMinute)]),
	);
	const { records, unreadable } = await readRecords(store, now);
	for (const counts of records) add(sums, counts, oldest);
	return { since: startOfMinute(oldest), connections: [...sums.values()], unreadable };
}

/** What each worker has stored in the last two hours. @param now in milliseconds since 1970 */
export async function readRecords(store: BlobStore, now: number) {
	const records: UsageCounts[] = [];
	let unreadable = 0;
	for await (const { key, storedAt } of store.list(USAGE)) {
		if (storedAt.getTime() < now - NEWEST_WITHIN_MS) continue;
		try {
			records.push((await readUsage(store, key)) ?? {});
		} catch {
			unreadable += 1;
		}
	}
	return { records, unreadable };
}

function noCalls(connection: string, requestsPerMinute: number): ConnectionUsage {
	const zeros = () => Array.from({ length: USAGE_MINUTES }, () => 0);
	return { connection, requestsPerMinute, calls: zeros(), limited: zeros() };
}

/** Minutes outside the hour are skipped, also those of a clock that is ahead. */
function add(sums: ReadonlyMap<string, ConnectionUsage>, counts: UsageCounts, oldest: number): void {
	for (const [connection, minutes] of Object.entries(counts)) {
		const sum = sums.get(connection);
		if (sum === undefined) continue;
		for (const { minute, calls, limited } of minutes) {
			const place = minute - oldest;
			if (place < 0 || place >= USAGE_MINUTES) continue;
			sum.calls[place] = (sum.calls[place] ?? 0) + calls;
			sum.limited[place] = (sum.limited[place] ?? 0) + limited;
		}
	}
}
