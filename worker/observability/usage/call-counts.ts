const MINUTE_MS = 60_000;

/** The charts and the sums look back this many minutes. */
export const USAGE_MINUTES = 60;

/** Calls of one connection in one minute. */
export interface MinuteCount {
	/** Minutes since 1970. */
	minute: number;
	calls: number;
	/** Calls that the service refused with 429, because the key's limit was reached. */
	limited: number;
	/** Calls that Temporal handed out to this process, which may make several requests each. */
	dispatched: number;
	/** Milliseconds of the minute in which calls waited for their dispatch, as far as this process knows. */
	waitedMs: number;
}

/** By the name of the connection, oldest minute first. Minutes without a call are missing. */
export type UsageCounts = Record<string, MinuteCount[]>;

/** @param time in milliseconds since 1970 @returns minutes since 1970 */
export function minuteOf(time: number): number {
	return Math.floor(time / MINUTE_MS);
}

/** @param minute in minutes since 1970 @returns ISO 8601 UTC */
export function startOfMinute(minute: number): string {
	return new Date(minute * MINUTE_MS).toISOString();
}

/** The oldest minute of the last hour. @param now in milliseconds since 1970 */
export function oldestMinute(now: number): number {
	return minuteOf(now) - USAGE_MINUTES + 1;
}

/** Counts the API calls of this process, and how they waited for their dispatch, per connection and minute of the last hour. */
export class CallCounts {
	readonly #counts = new Map<string, Map<number, MinuteCount>>();
	#calls = 0;

	/** All changes so far. Whoever stores the counts compares it, and so knows whether something changed. */
	get total(): number {
		return this.#calls;
	}

	/**
	 * @param status of the response; null: none came
	 * @param sentAt in milliseconds since 1970
	 */
	count(connection: string, status: number | null, sentAt: number): void {
		const count = this.#of(connection, minuteOf(sentAt));
		count.calls += 1;
		if (status === 429) count.limited += 1;
		this.#changed(connection, sentAt);
	}

	/**
	 * A call that Temporal handed out, and the time for which it is the first to show that calls waited.
	 * @param waitedFrom in milliseconds since 1970, as `at`
	 */
	dispatched(connection: string, waitedFrom: number, at: number): void {
		this.#of(connection, minuteOf(at)).dispatched += 1;
		const first = Math.max(minuteOf(waitedFrom), oldestMinute(at));
		for (let minute = first; minute <= minuteOf(at); minute += 1) {
			const [from, until] = [Math.max(waitedFrom, minute * MINUTE_MS), Math.min(at, (minute + 1) * MINUTE_MS)];
			if (until > from) this.#of(connection, minute).waitedMs += until - from;
		}
		this.#changed(connection, at);
	}

	#of(connection: string, minute: number): MinuteCount {
		const minutes = this.#counts.get(connection) ?? new Map<number, MinuteCount>();
		this.#counts.set(connection, minutes);
		const count = minutes.get(minute) ?? { minute, calls: 0, limited: 0, dispatched: 0, waitedMs: 0 };
		minutes.set(minute, count);
		return count;
	}

	#changed(connection: string, now: number): void {
		this.#calls += 1;
		forgetBefore(this.#counts.get(connection) ?? new Map<number, MinuteCount>(), oldestMinute(now));
	}

	/** @param now in milliseconds since 1970 */
	lastHour(now: number): UsageCounts {
		const oldest = oldestMinute(now);
		const recent = [...this.#counts].map(([connection, minutes]) => {
			forgetBefore(minutes, oldest);
			return [connection, [...minutes.values()].sort((one, other) => one.minute - other.minute)] as const;
		});
		return Object.fromEntries(recent.filter(([, minutes]) => minutes.length > 0));
	}
}

function forgetBefore(minutes: Map<number, MinuteCount>, oldest: number): void {
	for (const minute of minutes.keys()) if (minute < oldest) minutes.delete(minute);
}
