import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { msNumberToTs, tsToDate } from '@temporalio/common/lib/time';
import type { temporal } from '@temporalio/proto';
import { createHash } from 'node:crypto';
import type { keyUsed } from '../../../workflows/schedules/workflow';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { BackfillSpan } from './schedule-service';

/** The times of a schedule between two moments according to Temporal's calendar, with jitter. */
export async function matchingTimes(client: Client, scheduleId: string, { from, to }: BackfillSpan): Promise<Date[]> {
	const { startTime } = await client.workflowService.listScheduleMatchingTimes({
		namespace: client.options.namespace,
		scheduleId,
		startTime: msNumberToTs(from.getTime()),
		endTime: msNumberToTs(to.getTime()),
	});
	return startTime.map(tsToDate);
}

type Patch = temporal.api.schedule.v1.ISchedulePatch;

/**
 * Sends a request to a schedule exactly once. The request id contains the caller's key and the request, because the
 * server stores nothing to compare two requests. The client's own call uses a new id each time.
 */
export async function patchSchedule(client: Client, scheduleId: string, key: string, patch: Patch): Promise<void> {
	const { namespace, identity } = client.options;
	await client.workflowService.patchSchedule({
		namespace,
		scheduleId,
		patch,
		identity,
		requestId: createHash('sha256')
			.update(JSON.stringify([scheduleId, key, patch]))
			.digest('base64url'),
	});
}

/** Time when the key first requested a run of the schedule; null if it never did or its run was refused. */
export async function usedAt(client: Client, scheduleId: string, key: string): Promise<Date | null> {
	try {
		return (await client.workflow.getHandle(noteOf(scheduleId, key)).describe()).startTime;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/**
 * Notes that the key requests a run now. Temporal detects a repeated request only while it keeps the history of the
 * schedule, and does not report a repeat.
 */
export async function noteKey(client: Client, scheduleId: string, key: string): Promise<void> {
	try {
		await client.workflow.start<typeof keyUsed>('keyUsed', {
			workflowId: noteOf(scheduleId, key),
			taskQueue: INTERNAL_QUEUE,
			args: [],
			workflowIdReusePolicy: 'REJECT_DUPLICATE',
		});
	} catch (error) {
		// The same request came twice at once.
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

function noteOf(scheduleId: string, key: string): string {
	const digest = createHash('sha256')
		.update(JSON.stringify(['run-now', scheduleId, key]))
		.digest('base64url');
	return `run-now/${digest.slice(0, 28)}`;
}
