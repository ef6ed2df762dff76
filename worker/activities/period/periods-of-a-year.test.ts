import { daysOf } from '../../../workflows/task/period';
import { CALENDAR_PERIODS, type CalendarDays, calendarDays, dayAfter, lastPeriod } from '../../../api/calendar-days';
import { HOUR, ZoneClock } from '../../../api/zone-clock';
import { planWeeks } from '../weekly-report/plan-weeks';

/** Those whose clock changes: at one at night, at midnight, twice a year or never, by an hour or by half of one. */
const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/Havana',
	'America/Santiago',
	'Asia/Beirut',
	'Asia/Kolkata',
	'Africa/Cairo',
	'Australia/Lord_Howe',
	'Atlantic/Azores',
	'Pacific/Chatham',
];
const YEAR = 2026;
const FIRST = `${YEAR}-01-01`;
const days = Array.from({ length: 366 }, (_, nth) => dayAfter(FIRST, nth));
const weekdayOf = (day: string) => new Date(day).getUTCDay();
/** When a schedule of n8n fires: on each of these days, at the same time on the wall. */
const RUNS = {
	yesterday: () => true,
	last_week: (day: string) => weekdayOf(day) === 1,
	last_month: (day: string) => day.endsWith('-01'),
} as const;

/** When a clock shows a time of a day: midnight at the first moment of the day. */
function momentOf(day: string, hour: number, timeZone: string): number {
	const clock = ZoneClock.of(timeZone);
	return hour === 0 ? clock.startOfDay(Date.parse(day)) : clock.momentOf(Date.parse(day) + hour * HOUR);
}

/** Where a period does not begin as the one before ends. */
const gapsIn = (periods: readonly CalendarDays[]) =>
	periods.filter(({ from, firstDay }, index) => {
		const before = periods[index - 1];
		return before !== undefined && (from !== before.until || firstDay !== dayAfter(before.lastDay, 1));
	});

describe.each(ZONES)('in %s', (timeZone) => {
	// At midnight, where n8n's Schedule Trigger begins, and later on the day.
	it.each(CALENDAR_PERIODS.flatMap((period) => [0, 9, 23].map((hour) => [period, hour] as const)))(
		'%s: runs of a year, at %d hours, have each moment once and none that is still to come',
		(period, hour) => {
			const at = days.filter((day) => RUNS[period](day)).map((day) => momentOf(day, hour, timeZone));
			const periods = at.map((moment) => lastPeriod(period, moment, timeZone));
			expect([periods.length > 10, gapsIn(periods)]).toEqual([true, []]);
			for (const [index, { until }] of periods.entries()) expect(Date.parse(until)).toBeLessThanOrEqual(at[index] ?? 0);
		},
	);

	it.each([0, 1, 2, 3, 4, 5, 6])('weekly reports on weekday %d have each moment of a year once', (weekday) => {
		const due = days.filter((day) => weekdayOf(day) === weekday);
		const at = (day: string) => new Date(momentOf(day, 0, timeZone)).toISOString();
		const weeks = due.map((day) => planWeeks({ connection: 'c', timeZone, at: at(day) }, {}));
		expect([weeks.length > 50, gapsIn(weeks)]).toEqual([true, []]);
	});

	it('each day begins when the clock first shows it, and has no moment of another', () => {
		const clock = ZoneClock.of(timeZone);
		for (const day of days) {
			const { from } = calendarDays(Date.parse(day), Date.parse(day) + 24 * HOUR, timeZone);
			const shown = (moment: number) => new Date(clock.wallAt(moment)).toISOString().slice(0, 10);
			expect([shown(Date.parse(from)), shown(Date.parse(from) - 1)]).toEqual([day, dayAfter(day, -1)]);
		}
	});
});

it.each([
	['yesterday', '2026-11-22', '2026-11-22'],
	['last_week', '2026-11-16', '2026-11-22'],
	['last_month', '2026-10-01', '2026-10-31'],
] as const)('of a Monday, %s is %s to %s', (period, firstDay, lastDay) => {
	const at = Date.parse('2026-11-23T00:00:00+01:00');
	expect(lastPeriod(period, at, 'Europe/Berlin')).toMatchObject({ firstDay, lastDay, timeZone: 'Europe/Berlin' });
});

it('weekly runs with last days skip each day that begins with one, or have a part of it twice, as their words say', () => {
	const mondays = days.filter((day) => weekdayOf(day) === 1);
	const covered = (lastDays: number, time: string) =>
		mondays.flatMap((monday) => {
			const asOf = `${monday}T${time}Z`;
			const { startDate = '' } = daysOf({ lastDays }, asOf);
			// What had begun by then.
			return days.filter((day) => day >= startDate && `${day}T00:00:00.001Z` < asOf);
		});
	const seven = covered(7, '00:00:00.001');
	const skipped = days.slice(10, 300).filter((day) => !seven.includes(day));
	expect([skipped.length > 0, skipped.filter((day) => weekdayOf(day) !== 1)]).toEqual([true, []]);
	const eight = covered(8, '12:00:00.000');
	const twice = eight.filter((day, index) => eight.indexOf(day) !== index);
	expect([twice.length > 0, twice.filter((day) => weekdayOf(day) !== 1)]).toEqual([true, []]);
});
