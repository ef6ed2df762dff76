// Generated from api/zone-clock.ts by `npm run generate`; do not edit.

/** One of each, in ms. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * The clock on the wall of one time zone. A moment is in ms since 1970. A wall time is a date and a time of day without
 * a zone, as the ms since 1970 of the same date and time in UTC.
 */
export class ZoneClock {
	private static readonly known = new Map<string, ZoneClock>();

	/** @param timeZone that `zoneProblem` accepts, so there are a few hundred at most */
	static of(timeZone: string): ZoneClock {
		const clock = this.known.get(timeZone) ?? new ZoneClock(timeZone);
		this.known.set(timeZone, clock);
		return clock;
	}

	/** The day of UTC that was read last: most reads are of the same. Its offset is null if it has a change. */
	private latest: { day: number; offset: number | null } = { day: Number.NaN, offset: null };
	private readonly format: Intl.DateTimeFormat;

	private constructor(timeZone: string) {
		this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	}

	/** How far the clock is ahead of UTC, in ms. */
	offsetAt(moment: number): number {
		const day = Math.floor(moment / DAY);
		if (day !== this.latest.day) {
			const [start, end] = [this.read(day * DAY), this.read((day + 1) * DAY)];
			this.latest = { day, offset: start === end ? start : null };
		}
		return this.latest.offset ?? this.read(moment);
	}

	private read(moment: number): number {
		const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(this.format.format(moment)) ?? [];
		const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
		return sign === '-' ? -size : size;
	}

	/** What the clock shows. */
	wallAt(moment: number): number {
		return moment + this.offsetAt(moment);
	}

	/**
	 * A moment at which the clock shows the wall time. It is the one that Go's `time.Date` chooses: of a time that comes
	 * twice, the first one west of Greenwich and the second one east of it. For a time that does not exist, the result
	 * shows another time. Source: https://github.com/golang/go/blob/go1.24.0/src/time/time.go#L1766
	 */
	momentOf(wall: number): number {
		return wall - this.offsetAt(wall - this.offsetAt(wall));
	}

	/**
	 * The first moment of a day: the clock may show midnight twice, or skip it. So the days of a calendar have no gap
	 * between them and share no moment.
	 * @param midnight the wall time at which the day begins
	 */
	startOfDay(midnight: number): number {
		const near = this.momentOf(midnight);
		const first = midnight - this.offsetAt(near - 6 * HOUR);
		return this.wallAt(first) >= midnight ? first : midnight - this.offsetAt(near + 6 * HOUR);
	}

	/** The changes of the clock between two moments. @param step a change that is undone within this span is missed */
	*changes(from: number, to: number, step = 7 * DAY): Generator<ClockChange> {
		for (let start = Math.floor(from / SECOND) * SECOND; start < to; start += step)
			if (this.offsetAt(start) !== this.offsetAt(start + step)) yield this.changeBetween(start, start + step);
	}

	/** Both full seconds. */
	private changeBetween(start: number, end: number): ClockChange {
		const before = this.offsetAt(start);
		let [same, changed] = [start, end];
		while (changed - same > SECOND) {
			const middle = same + Math.floor((changed - same) / 2 / SECOND) * SECOND;
			if (this.offsetAt(middle) === before) same = middle;
			else changed = middle;
		}
		return { at: changed, before, after: this.offsetAt(changed) };
	}
}

/** A moment at which the clock is put forward or back. */
export interface ClockChange {
	/** The first moment with the new offset, to the second. */
	at: number;
	/** Offsets in ms. */
	before: number;
	after: number;
}
