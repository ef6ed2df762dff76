import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';

/** Ours, also in a namespace that others use too. */
const OPEN = `ExecutionStatus = "Running" AND TaskQueue = "${INTERNAL_QUEUE}"`;
/** Of each some are fetched while one is replayed. */
const AHEAD = 5;

/** Workflows that are under way: tasks, waits, subscriptions, deliveries. */
export async function openWorkflows(
	client: Client,
): Promise<{ count: number; histories: AsyncIterable<HistoryAndWorkflowId> }> {
	const { count } = await client.workflow.count(OPEN);
	const histories = client.workflow.list({ query: OPEN }).intoHistories({ concurrency: AHEAD, bufferLimit: AHEAD });
	return { count, histories };
}
