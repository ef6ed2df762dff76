import { z } from 'zod';
import type { PeriodActivities, PlanPeriod } from '../../../workflows/task/period';
import type { ConnectionWords } from '../../settings/connection-words';
import { CALENDAR_PERIODS, lastPeriod } from '../../../api/calendar-days';
import { checked } from '../task/arguments';

const planPeriodSchema: z.ZodType<PlanPeriod> = z.object({
	connection: z.string(),
	period: z.enum(CALENDAR_PERIODS),
	timeZone: z.string().optional(),
	at: z.string(),
});

/** The calendar of periods, in the task's zone, else in that of the connection, else in UTC. */
export function periodActivities(wordsOf: (connection: string) => ConnectionWords): PeriodActivities {
	return {
		planPeriod: (request) => {
			const { connection, period, timeZone, at } = checked(planPeriodSchema, request);
			const zone = timeZone ?? wordsOf(connection).timeZone ?? 'UTC';
			return Promise.resolve({ period, ...lastPeriod(period, Date.parse(at), zone) });
		},
	};
}
