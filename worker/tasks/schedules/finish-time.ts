import { DAY, HOUR, MINUTE, ZoneClock } from '../../../api/zone-clock';

/** How long before its time a run is told of at the latest, by default. In minutes. */
export const WARN_MINUTES = 30;

/** A time of day, as `06:00`. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * When the run of a due time should be done: the first time after it at which the clock of the zone shows the time of
 * day.
 * @param dueAt milliseconds since 1970
 * @param finishBy as `TIME_OF_DAY`
 */
export function finishTime(dueAt: number, finishBy: string, timeZone: string): number {
	const [, hours = '0', minutes = '0'] = TIME_OF_DAY.exec(finishBy) ?? [];
	const clock = ZoneClock.of(timeZone);
	const wall = clock.wallAt(dueAt);
	const sameDay = Math.floor(wall / DAY) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE;
	return clock.momentOf(sameDay > wall ? sameDay : sameDay + DAY);
}
