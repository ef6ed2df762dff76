import type { Client } from '@temporalio/client';
import { msNumberToTs, tsToDate } from '@temporalio/common/lib/time';
import type { BackfillSpan } from './schedule-service';

/** The times of a schedule between two moments, by Temporal's own calendar; jitter included. */
export async function matchingTimes(client: Client, scheduleId: string, { from, to }: BackfillSpan): Promise<Date[]> {
	const { startTime } = await client.workflowService.listScheduleMatchingTimes({
		namespace: client.options.namespace,
		scheduleId,
		startTime: msNumberToTs(from.getTime()),
		endTime: msNumberToTs(to.getTime()),
	});
	return startTime.map(tsToDate);
}
