import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { Problem } from '../problems/problem';
import { syncIdOf } from './sync-ids';
import { readInput } from './task-input';

const inputSchema = z.looseObject({
	connection: z.string(),
	destination: z.string(),
	agentId: z.string().optional(),
	agentIds: z.array(z.string()).optional(),
});

/**
 * Two syncs of one agent into one destination would bring its leads twice. A sync of several agents skips those that
 * have a sync of their own, and one of a single agent is refused while one of several brings its leads.
 * @throws Problem `agent_in_sync`
 */
export async function refuseOverlap(client: Client, input: object): Promise<void> {
	const { connection, destination, agentId } = inputSchema.parse(input);
	if (agentId === undefined) return;
	const id = syncIdOf({ connection, agentId: null, destination });
	const other = await runningInput(client, id);
	if (other === null || other.agentIds?.includes(agentId) === false) return;
	throw new Problem({
		type: 'agent_in_sync',
		title: 'Another sync brings the leads of this agent',
		status: 409,
		detail: `Nothing was started. The sync ${id} already brings the leads of "${agentId}" to ${destination}, with those of other agents. To sync this agent alone, cancel that sync first.`,
		issues: [{ path: 'agentId', message: `is part of the running sync ${id}` }],
	});
}

/** Null: no such task runs. */
async function runningInput(client: Client, id: string): Promise<z.output<typeof inputSchema> | null> {
	try {
		const { status, runId } = await client.workflow.getHandle(id).describe();
		return status.name === 'RUNNING' ? inputSchema.parse(await readInput(client, { workflowId: id, runId })) : null;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}
