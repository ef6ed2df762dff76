import { z } from 'zod';
import { CALENDAR_PERIODS } from '../../api/calendar-days';

/** The periods of an input: whole days, or what has come since the schedule ran last. */
export const PERIODS = [...CALENDAR_PERIODS, 'since_last_run'] as const;
export type Period = (typeof PERIODS)[number];

/** What `period` came to, in the result of an export. */
export const plannedPeriodSchema = z.object({
	period: z.enum(PERIODS),
	/** YYYY-MM-DD, both inclusive. Null: since the last run. */
	firstDay: z.string().nullable(),
	lastDay: z.string().nullable(),
	/** IANA name of the zone in which the days begin. Null: since the last run. */
	timeZone: z.string().nullable(),
	/** ISO 8601 UTC: the first moment that counts. Null: the first run of a schedule has no limit. */
	from: z.string().nullable(),
	/** ISO 8601 UTC: the first moment that no longer counts. */
	until: z.string(),
});
export type PlannedPeriod = z.output<typeof plannedPeriodSchema>;
