import type { WorkflowExecutionDescription } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import type { EntryMapper } from './entries';
import type { Readable } from './readable';

const { PendingActivityState: State } = temporal.api.enums.v1;

/** Adds what Temporal knows of running steps: their attempts, why the last one failed, and when the next one comes. */
export async function addPending(
	mapper: EntryMapper,
	{ raw }: Pick<WorkflowExecutionDescription, 'raw'>,
	readable: Readable,
): Promise<void> {
	for (const pending of raw.pendingActivities ?? []) {
		const step = mapper.pending(pending.activityId ?? '');
		if (step?.status !== 'running') continue;
		const attempt = pending.attempt ?? 0;
		const isWaiting = pending.state === State.PENDING_ACTIVITY_STATE_SCHEDULED;
		// An attempt that waits for its turn was not made yet.
		step.attempts = isWaiting ? Math.max(0, attempt - 1) : attempt;
		step.reason = await readable.reasonOf(pending.lastFailure);
		step.statuses = await readable.statusesOf(pending.lastFailure);
		const nextAt = optionalTsToMs(pending.scheduledTime);
		if (isWaiting && attempt > 1 && nextAt !== undefined) step.nextAt = new Date(nextAt).toISOString();
	}
}
