import type { PlanWeeks, Weeks } from '../../../workflows/weekly-report/activities';
import type { ConnectionWords } from '../../settings/connection-words';
import { DAY, ZoneClock } from '../../tasks/schedules/zone-clock';
import { weekNotOver } from '../../tasks/week-not-over';
import { finalFailure } from '../task/failure';

const DAYS = 7;

/**
 * The week of a report and the week before, in the task's zone, else in that of the connection, else in UTC. Days are
 * those of the calendar, so a week in which the clock changes has an hour more or less.
 * @throws a final failure if the week is not over
 */
export function planWeeks({ at, weekStart, ...input }: PlanWeeks, connection: ConnectionWords): Weeks {
	const timeZone = input.timeZone ?? connection.timeZone ?? 'UTC';
	const locale = input.locale ?? connection.locale ?? 'en';
	const clock = ZoneClock.of(timeZone);
	const today = Math.floor(clock.wallAt(Date.parse(at)) / DAY) * DAY;
	const first = weekStart === undefined ? today - DAYS * DAY : Date.parse(weekStart);
	const after = first + DAYS * DAY;
	const problem = weekNotOver(dayOf(first), timeZone, Date.parse(at));
	if (problem !== null) throw finalFailure(problem.toBody());
	const moment = (wall: number) => new Date(clock.momentOf(wall)).toISOString();
	return {
		timeZone,
		locale,
		firstDay: dayOf(first),
		lastDay: dayOf(after - DAY),
		before: moment(first - DAYS * DAY),
		from: moment(first),
		until: moment(after),
	};
}

/** The same day so many days later. @param day YYYY-MM-DD */
export function dayAfter(day: string, days: number): string {
	return dayOf(Date.parse(day) + days * DAY);
}

function dayOf(wall: number): string {
	return new Date(wall).toISOString().slice(0, 10);
}
