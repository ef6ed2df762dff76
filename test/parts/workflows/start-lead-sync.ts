import type { Client } from '@temporalio/client';
import type { LeadSyncInput } from '../../../workflows/lead-sync/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { frozen } from './frozen';

/** Starts the sync of an agent's leads. Its id is the agent's. */
export function startLeadSync(client: Client, agentId: string, destination = 'crm') {
	const input: LeadSyncInput = {
		version: 1,
		connection: 'c',
		agentId,
		destination,
		intervalSeconds: 3600,
		conversation: 'none',
		conversationSize: 10_000,
		settleMinutes: 10,
		atOnce: false,
	};
	return client.workflow.start('leadSync', {
		workflowId: agentId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}
