import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowExecutionInfo } from '@temporalio/client';
import { z } from 'zod';
import { searchAttributes } from '../../workflows/task/search-attributes';
import { deleteRun, namesPerson } from './runs';
import { eraseOrNote, type Search, wordsOf } from './search';

export const SYNC_WORKFLOW = 'leadSync';
/** A page that has begun is finished first: an API call, and a page of writes to the destination. */
const NEW_HISTORY_WITHIN_MS = 3 * 60_000;
const LOOK_EVERY_MS = 250;

const refusedSchema = z.array(z.looseObject({ leadId: z.number(), reason: z.string() }));

/**
 * Takes the person's leads out of what running syncs know. A sync that names the person begins a new history without
 * them, and the one before is deleted.
 */
export async function searchSyncs(search: Search): Promise<void> {
	const query = `WorkflowType = '${SYNC_WORKFLOW}' AND ExecutionStatus = 'Running'`;
	for await (const sync of search.client.workflow.list({ query })) {
		search.tell({ message: 'Looking at the leads that running syncs could not write.' });
		const place = { kind: 'sync', where: sync.workflowId } as const;
		try {
			const leadIds = await refusedOf(search, sync);
			if (leadIds.length === 0 && !(await namesPerson(search, sync))) continue;
			const note = leadIds.length > 0 ? 'In its list of refused leads.' : 'In the history of what it has done.';
			const found = { ...place, count: Math.max(1, leadIds.length), note };
			await eraseOrNote(search, found, () => forget(search, sync, leadIds));
		} catch (error) {
			const note = `It could not be asked: ${wordsOf(error)}`;
			search.places.push({ ...place, count: null, state: 'failed', note });
		}
	}
}

/** Ids of the person's leads that the destination refused. */
async function refusedOf(
	{ client, mention, person }: Search,
	{ workflowId, typedSearchAttributes }: WorkflowExecutionInfo,
): Promise<number[]> {
	const connection = typedSearchAttributes.get(searchAttributes.connection);
	const agentId = typedSearchAttributes.get(searchAttributes.agent);
	const theirs = new Set(
		person.leads
			.filter((lead) => lead.connection === connection && lead.agentId === agentId)
			.map(({ leadId }) => leadId),
	);
	const refused = refusedSchema.parse(await client.workflow.getHandle(workflowId).query<unknown>('refused-leads'));
	return refused.filter(({ leadId, reason }) => theirs.has(leadId) || mention.isIn(reason)).map(({ leadId }) => leadId);
}

async function forget({ client, tell }: Search, { workflowId, runId }: WorkflowExecutionInfo, leadIds: number[]) {
	const handle = client.workflow.getHandle(workflowId);
	await handle.executeUpdate('forget-leads', { updateId: randomUUID(), args: [{ leadIds }] });
	const until = Date.now() + NEW_HISTORY_WITHIN_MS;
	while ((await handle.describe()).runId === runId) {
		if (Date.now() > until) throw new Error('the sync has begun no new history yet; erase again.');
		tell({ message: 'Waiting until a sync has finished its page.' });
		await pause(LOOK_EVERY_MS);
	}
	await deleteRun(client, { workflowId, runId });
}
