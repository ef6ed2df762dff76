import {
	type ScheduleOptions,
	ScheduleOverlapPolicy,
	type ScheduleSpec,
	type ScheduleSpecDescription,
} from '@temporalio/client';
import type { ScheduleTiming } from './schedule-service';

/** A run never begins beside the one before; what was slept through is caught up for an hour. */
export const POLICIES: NonNullable<ScheduleOptions['policies']> = {
	overlap: ScheduleOverlapPolicy.SKIP,
	catchupWindow: '1 hour',
	pauseOnFailure: false,
};

/** Temporal keeps calendars, not cron lines; the line goes along as the calendar's comment. */
export function specOf({ cron, timeZone, jitterSeconds }: ScheduleTiming): ScheduleSpec {
	return {
		cronExpressions: cron.map((line) => `${line} # ${line}`),
		timezone: timeZone,
		jitter: jitterSeconds * 1000,
	};
}

export function timingOf({ calendars, timezone, jitter }: ScheduleSpecDescription): ScheduleTiming {
	return {
		cron: (calendars ?? []).map(({ comment }) => comment ?? ''),
		timeZone: timezone ?? 'UTC',
		jitterSeconds: (jitter ?? 0) / 1000,
	};
}
