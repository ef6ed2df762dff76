import type { Client } from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow';

/** What a workflow was started with: the first event of its run has it, decrypted here. It needs no worker. */
export async function firstArgument(
	client: Client,
	execution: { workflowId: string; runId?: string },
): Promise<unknown> {
	const { namespace, loadedDataConverter } = client.options;
	const { history } = await client.workflowService.getWorkflowExecutionHistory({
		namespace,
		execution,
		maximumPageSize: 1,
	});
	const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
	const context = { type: 'workflow', namespace, workflowId: execution.workflowId } as const;
	return decodeFromPayloadsAtIndex(loadedDataConverter, 0, started?.input?.payloads, context);
}
