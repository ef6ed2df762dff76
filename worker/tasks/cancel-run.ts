import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { keyErrorOf } from '../temporal/key-error-of';
import { executionInfo, type ListedExecution, listExecutions } from '../temporal/list-executions';
import { memoSchema } from './task-memo-schema';
import { noteRequest, requestDigest } from './noted-requests';

/**
 * Asks a task to stop in the run that was described, and in no later one.
 * @param info of a task that runs
 * @param idempotencyKey one that stopped a run of the task before does nothing now
 */
export async function cancelRun(
	client: Client,
	info: WorkflowExecutionDescription,
	idempotencyKey?: string,
): Promise<void> {
	const { workflowId, raw } = info;
	const firstExecutionRunId = raw.workflowExecutionInfo?.firstRunId || undefined;
	if (idempotencyKey !== undefined) {
		const digest = requestDigest('cancel', idempotencyKey);
		if (await stoppedBefore(client, info, digest)) return;
		// Before the cancellation: the run ends with it.
		const meant = { workflowId, firstRunId: firstExecutionRunId };
		if (!(await noteRequest(client, meant, 'cancelledBy', digest))) return;
	}
	const handle = client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId });
	try {
		await handle.cancel();
	} catch (error) {
		// It ended a moment ago.
		if (!(error instanceof WorkflowNotFoundError)) throw error;
	}
}

/** Whether a run of the task that has ended was cancelled by this key. A run is listed with its notes soon after its end. */
async function stoppedBefore(
	client: Client,
	{ workflowId, memo }: WorkflowExecutionDescription,
	digest: string,
): Promise<boolean> {
	if (memoSchema.safeParse(memo).data?.cancelledBy?.includes(digest) === true) return false;
	const query = `WorkflowId = '${workflowId}' AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew'`;
	for await (const listed of listExecutions(client, query)) {
		if ((await cancelledBy(client, listed)).includes(digest)) return true;
	}
	return false;
}

/** A run whose key is not configured any more cannot say: it stops no other from being cancelled. */
async function cancelledBy(client: Client, listed: ListedExecution): Promise<string[]> {
	try {
		const { memo } = await executionInfo(client, listed);
		return memoSchema.safeParse(memo).data?.cancelledBy ?? [];
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return [];
	}
}
