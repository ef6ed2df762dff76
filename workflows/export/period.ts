import type { LeadFilter } from './activities';
import type { LeadExportInput } from './contract';

const DAY_MS = 24 * 3_600_000;

/** Which leads are wanted, with `lastDays` counted back from the day of `asOf` (ISO 8601 UTC), which is the last of them. */
export function filterOf({ startDate, endDate, lastDays, email }: LeadExportInput, asOf: string): LeadFilter {
	if (lastDays === undefined) return { startDate, endDate, email };
	const first = new Date(Date.parse(asOf) - (lastDays - 1) * DAY_MS);
	return { startDate: first.toISOString().slice(0, 10), endDate, email };
}
