import type { BlobStore } from '../../storage/blobs';
import { minuteOf, type UsageCounts } from './call-counts';
import { readRecords } from './read-usage';

/** A connection whose calls were handed out more slowly than its limit allows, although they waited. */
export interface SlowDispatch {
	connection: string;
	/** Of the last 15 minutes: those in which calls waited all the time. */
	minutes: number;
	/** Calls that were handed out in each of them, on average, to all workers together. */
	perMinute: number;
	/** What the limit allows. A call may make several requests. */
	allowed: number;
}

/** Minutes that have ended and that every worker has stored. */
const LOOK_BACK = 15;
const LAST_ENDED = 2;
/** Fewer say little: a worker may have restarted. */
const LEAST_MINUTES = 3;
/** Of a minute in which calls waited, so that the next call was always there. In milliseconds. */
const ALL_THE_TIME_MS = 55_000;
/** Temporal's own pace varies by some calls a minute. */
const SLOW = 0.9;

/**
 * Finds the connections that show that the engine is full. A queue with waiting calls is no such sign by itself: the
 * limit of the key makes them wait.
 * @param perMinute dispatches a minute that the limit of each connection allows
 * @param now in milliseconds since 1970
 */
export async function slowDispatches(
	store: BlobStore,
	perMinute: ReadonlyMap<string, number>,
	now: number,
): Promise<SlowDispatch[]> {
	const { records } = await readRecords(store, now);
	return [...perMinute].flatMap(([connection, allowed]) => {
		const counts = waitedThrough(records, connection, minuteOf(now));
		const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
		if (counts.length < LEAST_MINUTES || mean >= allowed * SLOW) return [];
		return [{ connection, minutes: counts.length, perMinute: mean, allowed }];
	});
}

/** The dispatches of each recent minute in which calls of the connection waited all the time. */
function waitedThrough(records: readonly UsageCounts[], connection: string, thisMinute: number): number[] {
	const sums = new Map<number, { dispatched: number; waitedMs: number }>();
	for (const { minute, dispatched, waitedMs } of records.flatMap(
		(record) => (Object.hasOwn(record, connection) ? record[connection] : undefined) ?? [],
	)) {
		if (minute > thisMinute - LAST_ENDED || minute <= thisMinute - LAST_ENDED - LOOK_BACK) continue;
		const sum = sums.get(minute) ?? { dispatched: 0, waitedMs: 0 };
		// The workers see the same time, each by its own calls.
		sums.set(minute, { dispatched: sum.dispatched + dispatched, waitedMs: Math.max(sum.waitedMs, waitedMs) });
	}
	return [...sums.values()].filter(({ waitedMs }) => waitedMs >= ALL_THE_TIME_MS).map(({ dispatched }) => dispatched);
}
