// Generated from api/calendar-days.ts by `npm run generate`; do not edit.

import { DAY, ZoneClock } from './zone-clock';

/** Periods of whole days that are over. */
export const CALENDAR_PERIODS = ['yesterday', 'last_week', 'last_month'] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

/** Whole days of a calendar. */
export interface CalendarDays {
	/** YYYY-MM-DD, both inclusive. */
	firstDay: string;
	lastDay: string;
	/** IANA name of the zone in which they begin. */
	timeZone: string;
	/** ISO 8601 UTC: their first moment, and the first moment after them. */
	from: string;
	until: string;
}

/** The wall time at which the day of a moment begins. @param at ms since 1970 */
export function dayAt(at: number, timeZone: string): number {
	return Math.floor(ZoneClock.of(timeZone).wallAt(at) / DAY) * DAY;
}

/** The days between two midnights on the wall. @param after the first one that does not count */
export function calendarDays(first: number, after: number, timeZone: string): CalendarDays {
	const clock = ZoneClock.of(timeZone);
	return {
		firstDay: dayOf(first),
		lastDay: dayOf(after - DAY),
		timeZone,
		from: new Date(clock.startOfDay(first)).toISOString(),
		until: new Date(clock.startOfDay(after)).toISOString(),
	};
}

/** The last period of its kind that is over. @param at ms since 1970 */
export function lastPeriod(period: CalendarPeriod, at: number, timeZone: string): CalendarDays {
	const today = dayAt(at, timeZone);
	switch (period) {
		case 'yesterday':
			return calendarDays(today - DAY, today, timeZone);
		case 'last_week': {
			const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY;
			return calendarDays(monday - 7 * DAY, monday, timeZone);
		}
		case 'last_month': {
			const wall = new Date(today);
			const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()];
			return calendarDays(Date.UTC(year, month - 1), Date.UTC(year, month), timeZone);
		}
	}
}

/** The same day so many days later. @param day YYYY-MM-DD */
export function dayAfter(day: string, days: number): string {
	return dayOf(Date.parse(day) + days * DAY);
}

function dayOf(wall: number): string {
	return new Date(wall).toISOString().slice(0, 10);
}
