import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { LeftBehind, OtherSync } from '../../../workflows/lead-sync/activities';
import { refusedLeadSchema } from '../../../workflows/lead-sync/contract';
import { isFlow } from '../../../workflows/lead-sync/flow-name';
import { cursorSchema } from '../../destinations/destination';
import { syncIdOf } from '../../tasks/sync-ids';

/** Syncs that are looked at together. */
const AT_ONCE = 20;

const stateSchema = z.object({
	cursor: cursorSchema.nullable(),
	refused: z.array(refusedLeadSchema),
	handOut: z.object({ closed: z.boolean() }).nullish(),
});

/** The syncs of single agents into a destination, for the agents that have one. */
export async function findOtherSyncs(
	client: Client,
	connection: string,
	destination: string,
	agentIds: readonly string[],
): Promise<OtherSync[]> {
	const found: OtherSync[] = [];
	for (let begun = 0; begun < agentIds.length; begun += AT_ONCE) {
		const some = agentIds.slice(begun, begun + AT_ONCE).map(async (agentId) => {
			const id = syncIdOf({ connection, agentId, destination });
			const isActive = await isActiveSync(client, id, isFlow(destination));
			return isActive === null ? [] : [{ agentId, id, isActive }];
		});
		found.push(...(await Promise.all(some)).flat());
	}
	return found;
}

/** Null: there is no such task. */
async function isActiveSync(client: Client, id: string, isOfFlow: boolean): Promise<boolean | null> {
	try {
		const { status } = await client.workflow.getHandle(id).describe();
		if (status.name !== 'RUNNING') return false;
		return !isOfFlow || (await stateOf(client, id)).handOut?.closed !== true;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/** Where a sync has stopped. Null: the task is gone by now. */
export async function readLeftBehind(client: Client, id: string): Promise<LeftBehind | null> {
	try {
		const { cursor, refused } = await stateOf(client, id);
		return { cursor, refused };
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

async function stateOf(client: Client, id: string): Promise<z.output<typeof stateSchema>> {
	return stateSchema.parse(await client.workflow.getHandle(id).query<unknown>('sync-state'));
}
