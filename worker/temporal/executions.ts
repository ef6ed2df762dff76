import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ServiceError, type WorkflowExecutionInfo, WorkflowNotFoundError } from '@temporalio/client';
import { executionInfoFromRaw } from '@temporalio/client/lib/helpers';
import { temporal } from '@temporalio/proto';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';

/** A workflow from Temporal's list. Its memo is still encrypted. */
export type Execution = temporal.api.workflow.v1.IWorkflowExecutionInfo;
export type ListedExecution = Parameters<typeof executionInfoFromRaw>[0];

const { WorkflowExecutionInfo: Listed } = temporal.api.workflow.v1;
const PAGE = 1_000;

/** All workflows of a query, newest first. The client's own list stops at the first memo that it cannot decrypt. */
export async function* listExecutions(
	{ workflowService, options: { namespace } }: Client,
	query: string,
): AsyncGenerator<ListedExecution> {
	let nextPageToken: Uint8Array = new Uint8Array();
	do {
		const page = await workflowService.listWorkflowExecutions({ namespace, query, pageSize: PAGE, nextPageToken });
		yield* page.executions;
		nextPageToken = page.nextPageToken;
	} while (nextPageToken.length > 0);
}

/** A listed workflow with its memo. @throws if the memo cannot be decrypted */
export function executionInfo({ options }: Client, raw: ListedExecution): Promise<WorkflowExecutionInfo> {
	return executionInfoFromRaw(raw, options.loadedDataConverter, raw, options.namespace);
}

/** A listed workflow without its memo, which needs no key. */
export function executionInfoWithoutMemo(client: Client, raw: ListedExecution): Promise<WorkflowExecutionInfo> {
	// A plain copy would lack the defaults of missing fields.
	return executionInfo(client, Listed.create({ ...raw, memo: null }));
}

/** Query for this program's workflows, because other programs may use the namespace too. */
export const OUR_WORKFLOWS = `TaskQueue = '${INTERNAL_QUEUE}'`;

/** @param schedule as Temporal describes it */
export function isOurSchedule(schedule: temporal.api.schedule.v1.ISchedule | null | undefined): boolean {
	return schedule?.action?.startWorkflow?.taskQueue?.name === INTERNAL_QUEUE;
}

/** After a wait that Temporal broke off, so that one that is away is not asked without a pause. */
const BROKEN_OFF_MS = 500;

/**
 * Waits until a workflow has ended in any way, until the time has passed, or until the signal aborts. Temporal breaks a
 * wait off while it is away or restarts.
 */
export async function untilEnded(client: Client, id: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
	const timeout = AbortSignal.timeout(timeoutMs);
	const over = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
	while (!over.aborted) {
		try {
			await client.withAbortSignal(over, () => client.workflow.getHandle(id).result());
			return;
		} catch (error) {
			// Else it has failed, or there is none. The caller reads its state.
			if (!(error instanceof ServiceError)) return;
			await pause(BROKEN_OFF_MS, undefined, { signal: over }).catch(() => undefined);
		}
	}
}

/** Whether a workflow has not ended. An unknown one has ended long ago. */
export async function isRunning(client: Client, id: string): Promise<boolean> {
	try {
		const { status } = await client.workflow.getHandle(id).describe();
		return status.name === 'RUNNING' || status.name === 'PAUSED' || status.name === 'CONTINUED_AS_NEW';
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return false;
		throw error;
	}
}
