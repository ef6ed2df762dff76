/** Days in UTC as YYYY-MM-DD, both inclusive. */
export interface Days {
	startDate?: string | undefined;
	endDate?: string | undefined;
}

const DAY_MS = 24 * 3_600_000;

/** The days of a period, with `lastDays` counted back from the day of `asOf` (ISO 8601 UTC), which is the last of them. */
export function daysOf({ startDate, endDate, lastDays }: Days & { lastDays?: number | undefined }, asOf: string): Days {
	if (lastDays === undefined) return { startDate, endDate };
	const first = new Date(Date.parse(asOf) - (lastDays - 1) * DAY_MS);
	return { startDate: first.toISOString().slice(0, 10), endDate };
}
