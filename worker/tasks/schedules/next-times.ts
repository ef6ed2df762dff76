import type { ScheduleTiming } from './schedule-service';
import { TemporalCalendar } from './temporal-calendar';
import { ZoneClock } from '../../../api/zone-clock';

export type CronTiming = Pick<ScheduleTiming, 'cron' | 'timeZone'>;

/** The times of one line. @throws Error if it is not a cron line */
export function calendarOf(line: string, timeZone: string): TemporalCalendar {
	return new TemporalCalendar(line.trim().replace(/\s+/g, ' '), ZoneClock.of(timeZone));
}

/** The times of all lines of a schedule. */
export function calendarsOf({ cron, timeZone }: CronTiming): TemporalCalendar[] {
	return cron.map((line) => calendarOf(line, timeZone));
}

/**
 * The next times of a schedule that may not exist yet, without jitter, as Temporal's server computes them. An existing
 * schedule has the server's own times.
 * @param timing that `checkTiming` accepts
 * @param count how many times
 */
export function nextTimes(timing: CronTiming, count: number, from = new Date()): Date[] {
	const times: Date[] = [];
	for (const time of timesFrom(calendarsOf(timing), from.getTime())) {
		times.push(new Date(time));
		if (times.length === count) break;
	}
	return times;
}

/** All times of some lines together, in ms. Each is the first one after the time before it, whichever line that was of. */
export function* timesFrom(calendars: readonly TemporalCalendar[], after: number): Generator<number> {
	for (let last = after; ;) {
		const times = calendars.map((calendar) => calendar.next(last)).filter((time) => time !== null);
		if (times.length === 0) return;
		last = Math.min(...times);
		yield last;
	}
}
