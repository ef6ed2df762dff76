import type { Client } from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow';
import { z } from 'zod';

const argsSchema = z.object({ input: z.looseObject({}) });

/** What a task was started with: the first event of its run has it, decrypted here. */
export async function readInput(
	client: Client,
	execution: { workflowId: string; runId: string },
): Promise<Record<string, unknown>> {
	const { namespace, loadedDataConverter } = client.options;
	const { history } = await client.workflowService.getWorkflowExecutionHistory({
		namespace,
		execution,
		maximumPageSize: 1,
	});
	const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
	const args: unknown = await decodeFromPayloadsAtIndex(loadedDataConverter, 0, started?.input?.payloads);
	return argsSchema.parse(args).input;
}
