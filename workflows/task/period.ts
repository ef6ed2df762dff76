import type { CalendarPeriod } from '../../api/calendar-days';
import type { Period, PlannedPeriod } from './period-contract';

/** Days in UTC as YYYY-MM-DD, both inclusive. Undefined: no limit. */
export interface Days {
	startDate?: string | undefined;
	endDate?: string | undefined;
}

/** Moments within these days, ISO 8601 UTC: the first one that counts, and the first one that no longer does. */
export interface Moments {
	from?: string | undefined;
	until?: string | undefined;
}

export interface PlanPeriod {
	connection: string;
	period: CalendarPeriod;
	/** Default: the zone of the connection, else UTC. */
	timeZone?: string | undefined;
	/** ISO 8601 UTC: the period is over then. */
	at: string;
}

/** Activities of the worker's own queue. */
export interface PeriodActivities {
	/** Finds the days of a period by the calendar of a zone. */
	planPeriod(request: PlanPeriod): Promise<PlannedPeriod>;
}

export interface PeriodInput extends Days {
	connection: string;
	lastDays?: number | undefined;
	period?: Period | undefined;
	timeZone?: string | undefined;
}

/** The refusal of a task that no schedule started. */
export const NO_LAST_RUN = {
	type: 'no_last_run',
	title: 'Only a schedule has a last run',
	status: 422,
	detail:
		'The period since_last_run is what has come since the last run of a schedule, and no schedule starts this task. Nothing was read. Create a schedule with this period, or choose yesterday, last_week or last_month.',
	issues: [{ path: 'period', message: 'needs a schedule; choose another period, or create a schedule' }],
};

const DAY_MS = 24 * 3_600_000;

/**
 * The days that are wanted. `lastDays` are counted back from the day of `asOf` (ISO 8601 UTC), which is the last of them.
 * Around the moments of a period lies a day more on each side, because the specification does not say in which zone a
 * service begins its days.
 */
export function daysOf(
	{ startDate, endDate, lastDays }: Omit<PeriodInput, 'connection'>,
	asOf: string,
	planned?: PlannedPeriod | null,
): Days & Moments {
	if (planned) {
		const { from, until } = planned;
		const first = from === null ? {} : { startDate: dayOf(Date.parse(from) - DAY_MS), from };
		return { ...first, endDate: dayOf(Date.parse(until) + DAY_MS), until };
	}
	if (lastDays === undefined) return { startDate, endDate };
	return { startDate: dayOf(Date.parse(asOf) - (lastDays - 1) * DAY_MS), endDate };
}

function dayOf(moment: number): string {
	return new Date(moment).toISOString().slice(0, 10);
}

/** The period in words, as `from 2026-11-16 to 2026-11-22 (Europe/Berlin)`. Empty without a period. */
export function periodInWords(planned: PlannedPeriod | null | undefined): string {
	if (!planned) return '';
	const { firstDay, lastDay, timeZone, from, until } = planned;
	if (firstDay === null) return from === null ? ` up to ${until}` : ` from ${from} up to ${until}`;
	const days = firstDay === lastDay ? `of ${firstDay}` : `from ${firstDay} to ${lastDay}`;
	return ` ${days} (${timeZone})`;
}
