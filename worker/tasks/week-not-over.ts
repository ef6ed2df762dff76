import { Problem } from '../problems/problem';
import { DAY, ZoneClock } from '../../api/zone-clock';

const DAYS = 7;

/**
 * @param firstDay of seven, YYYY-MM-DD
 * @param at milliseconds since 1970
 * @returns why there is no report of a week yet. Null: the week is over in the time zone
 */
export function weekNotOver(firstDay: string, timeZone: string, at: number): Problem | null {
	const after = Date.parse(firstDay) + DAYS * DAY;
	if (after <= ZoneClock.of(timeZone).wallAt(at)) return null;
	const day = new Date(after).toISOString().slice(0, 10);
	return new Problem({
		type: 'week_not_over',
		title: 'The week is not over',
		status: 400,
		detail: `Nothing was read. The seven days end at the start of ${day} in ${timeZone}. Name an earlier first day, or none for the last seven full days.`,
		issues: [{ path: 'weekStart', message: `is less than seven full days ago in ${timeZone}` }],
	});
}
