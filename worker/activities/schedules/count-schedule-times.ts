import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import type { ScheduleCounts } from '../../../workflows/ports';

/** What the server has counted of a schedule: it alone knows which times it had to leave out. */
export async function countScheduleTimes(client: Client, scheduleId: string): Promise<ScheduleCounts> {
	try {
		const { info } = await client.schedule.getHandle(scheduleId).describe();
		return { missed: info.numActionsMissedCatchupWindow, skipped: info.numActionsSkippedOverlap };
	} catch (error) {
		// It was deleted since it started its run.
		if (error instanceof ScheduleNotFoundError) return { missed: 0, skipped: 0 };
		throw error;
	}
}
