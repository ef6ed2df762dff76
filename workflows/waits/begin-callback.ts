import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild } from '@temporalio/workflow';
import type { Callback } from './callback';
import { deliverCallback } from './deliver-callback';

/** Begins to call n8n back, in a workflow of its own. */
export async function beginCallback({ deliveryId, delivery }: Callback): Promise<void> {
	try {
		await startChild(deliverCallback, {
			workflowId: deliveryId,
			args: [delivery],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}
