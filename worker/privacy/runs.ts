import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { grpcCodeOf, GRPC } from '../temporal/grpc-code';
import { textsOf } from './history-texts';
import type { Search } from './search';

/** One run of a workflow: each that was continued as new is a history of its own. */
export interface RunId {
	workflowId: string;
	/** Left out: the newest. */
	runId?: string;
}

/** Whether anything in the history of a run names the person. @throws when it cannot be read; see `isGone` */
export async function namesPerson({ client, mention }: Search, { workflowId, runId }: RunId): Promise<boolean> {
	const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
	for await (const text of textsOf(client, history)) if (mention.isInValue(text)) return true;
	return false;
}

/** Deletes a run that has ended, and its entry in Temporal's lists a moment later. One that is gone is success. */
export async function deleteRun(client: Client, workflowExecution: Required<RunId>): Promise<void> {
	try {
		await client.workflowService.deleteWorkflowExecution({ namespace: client.options.namespace, workflowExecution });
	} catch (error) {
		if (!isGone(error)) throw error;
	}
}

export function isGone(error: unknown): boolean {
	return error instanceof WorkflowNotFoundError || grpcCodeOf(error) === GRPC.notFound;
}
