import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';

/** A wait as its workflow's memo holds it. */
export const waitMemoSchema = z.object({
	waitId: z.string(),
	taskIds: z.array(z.string()),
	/** Written by the workflow before it tells n8n. */
	ended: z.enum(['completed', 'timed_out']).optional(),
});
export type WaitMemo = z.infer<typeof waitMemoSchema>;

export interface FoundWait {
	info: WorkflowExecutionDescription;
	memo: WaitMemo;
}

/** The newest wait of a slot; null when there is none. @param workflowId of the slot, see `waitIdsOf` */
export async function readWait(client: Client, workflowId: string): Promise<FoundWait | null> {
	try {
		const info = await client.workflow.getHandle(workflowId).describe();
		return { info, memo: waitMemoSchema.parse(info.memo) };
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}
