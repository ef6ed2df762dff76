import { type Client, type ScheduleDescription, ScheduleNotFoundError } from '@temporalio/client';
import type { ScheduleCounts } from '../../../workflows/ports';
import { matchingTimes } from '../../schedules/matching-times';

/**
 * What the server has counted of a schedule: it alone knows which times it had to leave out.
 * @param due ISO 8601: the time that the run was meant for
 */
export async function countScheduleTimes(client: Client, scheduleId: string, due: string): Promise<ScheduleCounts> {
	const dueAt = new Date(due);
	try {
		const { info } = await client.schedule.getHandle(scheduleId).describe();
		const { numActionsMissedCatchupWindow: missed, numActionsSkippedOverlap: skipped } = info;
		if (missed === 0) return { missed, skipped, withoutRun: 0 };
		const times = await matchingTimes(client, scheduleId, { from: lastTouched(info, dueAt), to: dueAt });
		return { missed, skipped, withoutRun: times.filter((time) => time < dueAt).length };
	} catch (error) {
		// It was deleted since it started its run.
		if (error instanceof ScheduleNotFoundError) return { missed: 0, skipped: 0, withoutRun: 0 };
		throw error;
	}
}

/** The run before, or since when the schedule is as it is: a change lets go of the times before it. */
function lastTouched({ recentActions, createdAt, lastUpdatedAt }: ScheduleDescription['info'], dueAt: Date): Date {
	const earlier = recentActions.map(({ scheduledAt }) => scheduledAt).filter((time) => time < dueAt);
	return [createdAt, ...(lastUpdatedAt === undefined ? [] : [lastUpdatedAt]), ...earlier].reduce((latest, time) =>
		time > latest ? time : latest,
	);
}
