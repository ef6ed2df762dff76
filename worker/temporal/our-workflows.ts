import type { temporal } from '@temporalio/proto';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';

/** Of Temporal's lists, what this program began: others may use the namespace too. */
export const OUR_WORKFLOWS = `TaskQueue = '${INTERNAL_QUEUE}'`;

/** @param schedule as Temporal describes it */
export function isOurSchedule(schedule: temporal.api.schedule.v1.ISchedule | null | undefined): boolean {
	return schedule?.action?.startWorkflow?.taskQueue?.name === INTERNAL_QUEUE;
}
