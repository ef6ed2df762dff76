import { CronPattern } from 'croner';
import { DAY, HOUR, MINUTE, type ZoneClock } from '../../../api/zone-clock';

/** Temporal finds no later times. */
const LAST_YEAR = 2100;

/**
 * The times of one cron line as Temporal's server computes them. This is its own algorithm, with its choices on the days
 * on which clocks change: a time that does not exist is skipped, and a time that comes twice runs once or twice,
 * depending on the zone and on the run before it. A test compares it with a real server over two years. Source, the same
 * in the releases 1.29 to 1.32: `compiledCalendar.next` of
 * https://github.com/temporalio/temporal/blob/v1.29.1/service/worker/scheduler/calendar.go
 */
export class TemporalCalendar {
	private readonly pattern: CronPattern;

	/**
	 * @param line five fields, separated by single spaces
	 * @throws Error if it is not a cron line
	 */
	constructor(
		line: string,
		private readonly clock: ZoneClock,
	) {
		this.pattern = new CronPattern(line, undefined, { mode: '5-part' });
	}

	/** The first time after a moment. Null: there is none until 2100. Both in ms. */
	next(after: number): number | null {
		const { clock } = this;
		const now = clock.wallAt(after);
		// In the second copy of an hour that comes twice, the server adds an hour to the first copy.
		let shift = hourOf(clock.wallAt(after - HOUR)) === hourOf(now) ? HOUR : 0;
		let hour = floor(now, HOUR);
		let wall = floor(now, MINUTE) + MINUTE;
		while (new Date(wall).getUTCFullYear() <= LAST_YEAR) {
			// Only a step from minute to minute notices that an hour comes twice.
			if (wall === hour + HOUR) {
				const comesTwice = shift === 0 && clock.momentOf(wall) - clock.momentOf(hour) > HOUR;
				shift = comesTwice ? HOUR : 0;
				wall = comesTwice ? hour : wall;
			}
			const found = this.startOfHour(wall);
			if (found.wall !== wall) shift = 0;
			wall = found.wall;
			hour = floor(wall, HOUR);
			if (!found.isMatch) continue;
			while (wall < hour + HOUR && !this.hasMinute(wall)) wall += MINUTE;
			if (wall === hour + HOUR) continue;
			const moment = clock.momentOf(wall);
			if (hourOf(clock.wallAt(moment)) === hourOf(wall)) return moment + shift;
			// The time does not exist.
			wall = hour + HOUR;
			hour = wall;
		}
		return null;
	}

	/** Whether the line names this wall time, whether or not the zone's clock ever shows it. */
	names(wall: number): boolean {
		return this.hasMonth(wall) && this.hasDay(wall, wall) && this.hasHour(wall) && this.hasMinute(wall);
	}

	/**
	 * The wall time itself if its hour matches. Otherwise the start of the next hour of its day that matches. If there is
	 * none, where to look next.
	 */
	private startOfHour(wall: number): { wall: number; isMatch: boolean } {
		const { clock } = this;
		const date = new Date(wall);
		if (!this.hasMonth(wall)) return { wall: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1), isMatch: false };
		const nextDay = floor(wall, DAY) + DAY;
		// The server takes the day of the week from a real time, which is of the day before if midnight does not exist, and
		// looks at it only at the first hour.
		if (!this.hasDay(wall, clock.wallAt(clock.momentOf(wall)))) return { wall: nextDay, isMatch: false };
		let hour = wall;
		while (hour < nextDay && !this.hasHour(hour)) hour = floor(hour, HOUR) + HOUR;
		return { wall: hour, isMatch: hour < nextDay };
	}

	private hasMonth(wall: number): boolean {
		return isOn(this.pattern.month, new Date(wall).getUTCMonth());
	}

	/** Whether both match: the day of the month, and the day of the week. */
	private hasDay(wall: number, ofWeek: number): boolean {
		const { day, dayOfWeek } = this.pattern;
		return isOn(day, new Date(wall).getUTCDate() - 1) && isOn(dayOfWeek, new Date(ofWeek).getUTCDay());
	}

	private hasHour(wall: number): boolean {
		return isOn(this.pattern.hour, hourOf(wall));
	}

	private hasMinute(wall: number): boolean {
		return isOn(this.pattern.minute, new Date(wall).getUTCMinutes());
	}
}

function isOn(bits: readonly number[], index: number): boolean {
	return (bits[index] ?? 0) !== 0;
}

function hourOf(wall: number): number {
	return new Date(wall).getUTCHours();
}

function floor(wall: number, unit: number): number {
	return Math.floor(wall / unit) * unit;
}
