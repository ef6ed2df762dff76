import { createHash } from 'node:crypto';
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { keyUsed } from '../../../workflows/schedules/workflow';

/** When the key first asked for a run of the schedule now; null when it never did, or its run was refused. */
export async function usedAt(client: Client, scheduleId: string, key: string): Promise<Date | null> {
	try {
		return (await client.workflow.getHandle(noteOf(scheduleId, key)).describe()).startTime;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/**
 * Notes that the key asks for a run now. Temporal itself knows a repeat of a request only while the history of its own
 * schedule lasts, and does not tell whether it is one.
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
