import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowExecutionInfo } from '@temporalio/client';
import { z } from 'zod';
import { searchAttributes } from '../../workflows/task/visibility';
import { executionInfoWithoutMemo, listExecutions, OUR_WORKFLOWS } from '../temporal/executions';
import { definitions } from '../tasks/definitions';
import { deleteRun, namesPerson } from './runs';
import { eraseOrNote, type Search, wordsOf } from './search';

export const SYNC_WORKFLOW = definitions['lead-sync'].workflow;
/** A page that has begun is finished first: an API call, and a page of writes to the destination. */
const NEW_HISTORY_WITHIN_MS = 3 * 60_000;
const LOOK_EVERY_MS = 250;
/** A sync that learned of the person after it was looked at. */
export const SYNC_NAMES_STILL = 'The page that it was just writing names the person: erase again in a moment.';
const STILL_WRITING = 'It is still writing a page that it may have read before the erasing: erase again in a moment.';

const refusedSchema = z.array(z.looseObject({ leadId: z.number(), reason: z.string() }));

/**
 * Takes the person's leads out of what running syncs know. Where that is asked, every sync begins a new history, since a
 * page that was read before the person was left out is written first; a history before that names the person is deleted.
 */
export async function searchSyncs(search: Search): Promise<void> {
	const query = `${OUR_WORKFLOWS} AND WorkflowType = '${SYNC_WORKFLOW}' AND ExecutionStatus = 'Running'`;
	for await (const raw of listExecutions(search.client, query)) {
		search.tell({ message: 'Looking at the leads that running syncs could not write.' });
		const sync = await executionInfoWithoutMemo(search.client, raw);
		try {
			await look(search, sync);
		} catch (error) {
			const note = `It could not be asked: ${wordsOf(error)}`;
			search.places.push({ kind: 'sync', where: sync.workflowId, count: null, state: 'failed', note });
		}
	}
}

async function look(search: Search, sync: WorkflowExecutionInfo): Promise<void> {
	const { mode, client, places } = search;
	const { workflowId, runId } = sync;
	const place = { kind: 'sync', where: workflowId } as const;
	const leadIds = await refusedOf(search, sync);
	if (mode === 'erase') {
		if (!(await beginAnew(search, sync, leadIds))) {
			places.push({ ...place, count: null, state: 'open', note: STILL_WRITING });
			return;
		}
		const left = await refusedOf(search, sync);
		if (left.length > 0) places.push({ ...place, count: left.length, state: 'open', note: SYNC_NAMES_STILL });
	}
	if (leadIds.length === 0 && !(await namesPerson(search, sync))) return;
	const note = leadIds.length > 0 ? 'In its list of refused leads.' : 'In the history of what it has done.';
	const found = { ...place, count: Math.max(1, leadIds.length), note };
	await eraseOrNote(search, found, () => deleteRun(client, { workflowId, runId }));
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

/**
 * The sync forgets the leads, finishes the page that is under way, and begins a new history.
 * @returns false when the page takes longer
 */
async function beginAnew(
	{ client, tell }: Search,
	{ workflowId, runId }: WorkflowExecutionInfo,
	leadIds: number[],
): Promise<boolean> {
	const handle = client.workflow.getHandle(workflowId);
	await handle.executeUpdate('forget-leads', { updateId: randomUUID(), args: [{ leadIds }] });
	const until = Date.now() + NEW_HISTORY_WITHIN_MS;
	while ((await handle.describe()).runId === runId) {
		if (Date.now() > until) return false;
		tell({ message: 'Waiting until a sync has finished its page.' });
		await pause(LOOK_EVERY_MS);
	}
	return true;
}
