import type { PlanWeeks, Weeks } from '../../../workflows/weekly-report/activities';
import type { ConnectionWords } from '../../settings/connection-words';
import { calendarDays, dayAt, lastPeriod } from '../../../api/calendar-days';
import { DAY } from '../../../api/zone-clock';
import { weekNotOver } from '../../tasks/week-not-over';
import { finalFailure } from '../task/failure';

const WEEK = 7 * DAY;

/**
 * The week of a report and the week before, in the task's zone, else in that of the connection, else in UTC. Days are
 * those of the calendar, so a week in which the clock changes has an hour more or less.
 * @throws a final failure if the week is not over
 */
export function planWeeks({ at, weekStart, ...input }: PlanWeeks, connection: ConnectionWords): Weeks {
	const timeZone = input.timeZone ?? connection.timeZone ?? 'UTC';
	const locale = input.locale ?? connection.locale ?? 'en';
	const first = firstDayOf({ at, weekStart, period: input.period }, timeZone);
	const week = calendarDays(first, first + WEEK, timeZone);
	const problem = weekNotOver(week.firstDay, timeZone, Date.parse(at));
	if (problem !== null) throw finalFailure(problem.toBody());
	return { ...week, locale, before: calendarDays(first - WEEK, first, timeZone).from };
}

/** The wall time at which the week begins. */
function firstDayOf(
	{ at, weekStart, period }: Pick<PlanWeeks, 'at' | 'weekStart' | 'period'>,
	timeZone: string,
): number {
	if (weekStart !== undefined) return Date.parse(weekStart);
	if (period !== undefined) return Date.parse(lastPeriod(period, Date.parse(at), timeZone).firstDay);
	return dayAt(Date.parse(at), timeZone) - WEEK;
}
