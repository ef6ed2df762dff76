import { type CalendarDays, type CalendarPeriod, lastPeriod } from '../generated/calendar-days';
import type { ItemRun } from './operation';

/** The days of a period in the zone of the workflow. A hint beside the output says which days these are. */
export function daysOfPeriod({ context, itemIndex }: ItemRun, period: CalendarPeriod): CalendarDays {
	const days = lastPeriod(period, Date.now(), context.getTimezone());
	const { firstDay, lastDay, timeZone } = days;
	const which = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
	context.addExecutionHints({
		message: `Item ${itemIndex}: the period is ${which} (${timeZone}).`,
		location: 'outputPane',
	});
	return days;
}
