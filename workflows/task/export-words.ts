const MINUTE_MS = 60_000;

/** An estimate by the speed so far, as `, about 5 min left`; empty if there is none. */
export function timeLeft(elapsedMs: number, done: number, total: number): string {
	if (done === 0 || done >= total) return '';
	return `, about ${Math.ceil(((elapsedMs / done) * (total - done)) / MINUTE_MS)} min left`;
}

/** 12345 -> `12,345`. */
export function inWords(count: number): string {
	return count.toLocaleString('en');
}

/**
 * The name of an export without its ending. Ids of tasks that schedules begin differ only at their end, and may differ
 * only in the time. A file of another run of any task, also one that began in the same second, has another name: it may
 * go into the same bucket.
 * @param what as in `leads` @param asOf ISO 8601 UTC @param run a UUID
 */
export function exportName(what: string, asOf: string, run: string): string {
	const moment = asOf.replace(/\.\d+Z$/, 'Z').replace(/:/g, '-');
	return `${what}-${moment}-${randomPartOf(run)}`;
}

/** Of a UUID; what comes before may be a time. */
function randomPartOf(run: string): string {
	return run.slice(run.lastIndexOf('-') + 1);
}
