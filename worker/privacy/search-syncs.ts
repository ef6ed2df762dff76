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
/** The sync finishes its current page first: an API call, and the writes of a page to the destination. */
const CONTINUE_WITHIN_MS = 3 * 60_000;
const POLL_MS = 250;
/** Note on a sync that read the person after the search had checked it. */
export const SYNC_NAMES_STILL = 'The page that the sync was just writing names the person. Erase again in a moment.';
const STILL_WRITING =
	'The sync is still writing a page that it may have read before the erasure. Erase again in a moment.';

const pendingSchema = z.array(z.union([z.number(), z.object({ agentId: z.string(), leadId: z.number() })]));
const refusedSchema = z.array(
	z.looseObject({ leadId: z.number(), reason: z.string(), agentId: z.string().optional() }),
);

/** A lead that a sync names. Ids of leads can repeat among agents. */
interface NamedLead {
	/** Undefined: the one agent of the sync. */
	agentId: string | undefined;
	leadId: number;
}

/**
 * Removes the person's leads from running syncs. In the mode `erase`, every sync continues as new: it first writes the
 * page that it may have read before the erasure. Then the search deletes the earlier history if it names the person.
 */
export async function searchSyncs(search: Search): Promise<void> {
	const query = `${OUR_WORKFLOWS} AND WorkflowType = '${SYNC_WORKFLOW}' AND ExecutionStatus = 'Running'`;
	for await (const raw of listExecutions(search.client, query)) {
		search.report({ message: 'Looking at the leads that running syncs could not write.' });
		const sync = await executionInfoWithoutMemo(search.client, raw);
		try {
			await look(search, sync);
		} catch (error) {
			const note = `The worker could not query the sync: ${wordsOf(error)}`;
			search.places.push({ kind: 'sync', where: sync.workflowId, count: null, state: 'failed', note });
		}
	}
}

async function look(search: Search, sync: WorkflowExecutionInfo): Promise<void> {
	const { mode, client, places } = search;
	const { workflowId, runId } = sync;
	const place = { kind: 'sync', where: workflowId } as const;
	const leads = await refusedOf(search, sync);
	if (mode === 'erase') {
		if (!(await continueAsNew(search, sync, leads))) {
			places.push({ ...place, count: null, state: 'open', note: STILL_WRITING });
			return;
		}
		const left = await refusedOf(search, sync);
		if (left.length > 0) places.push({ ...place, count: left.length, state: 'open', note: SYNC_NAMES_STILL });
	}
	if (leads.length === 0 && !(await namesPerson(search, sync))) return;
	const note = leads.length > 0 ? 'In its list of refused leads, or in line for its n8n flow.' : 'In its history.';
	const found = { ...place, count: Math.max(1, leads.length), note };
	await eraseOrNote(search, found, () => deleteRun(client, { workflowId, runId }));
}

/** The person's leads that the destination refused, or that wait for a flow. */
async function refusedOf(
	{ client, mention, person }: Search,
	{ workflowId, typedSearchAttributes }: WorkflowExecutionInfo,
): Promise<NamedLead[]> {
	const connection = typedSearchAttributes.get(searchAttributes.connection);
	const agentId = typedSearchAttributes.get(searchAttributes.agent);
	// A sync of several agents has no agent of its own, and names that of each lead.
	const isTheirs = (lead: NamedLead) =>
		person.leads.some(
			(each) =>
				each.connection === connection && each.agentId === (lead.agentId ?? agentId) && each.leadId === lead.leadId,
		);
	const refused = refusedSchema.parse(await client.workflow.getHandle(workflowId).query<unknown>('refused-leads'));
	const pending = pendingSchema.parse(await client.workflow.getHandle(workflowId).query<unknown>('pending-leads'));
	const named = refused
		.map((lead) => ({ agentId: lead.agentId, leadId: lead.leadId, reason: lead.reason }))
		.filter((lead) => isTheirs(lead) || mention.isIn(lead.reason));
	const waiting = pending
		.map((lead) => (typeof lead === 'number' ? { agentId: undefined, leadId: lead } : lead))
		.filter(isTheirs);
	const all = [...named.map(({ agentId, leadId }) => ({ agentId, leadId })), ...waiting];
	return [...new Map(all.map((lead) => [JSON.stringify(lead), lead])).values()];
}

/**
 * Makes the sync forget the leads, finish its current page and continue as new.
 * @returns false if the page takes too long
 */
async function continueAsNew(
	{ client, report }: Search,
	{ workflowId, runId }: WorkflowExecutionInfo,
	leads: readonly NamedLead[],
): Promise<boolean> {
	const handle = client.workflow.getHandle(workflowId);
	// Also without leads: the history may name the person.
	for (const agentId of new Set([undefined, ...leads.map((lead) => lead.agentId)])) {
		const leadIds = leads.filter((lead) => lead.agentId === agentId).map(({ leadId }) => leadId);
		if (agentId !== undefined || leadIds.length > 0 || leads.length === 0)
			await handle.executeUpdate('forget-leads', {
				updateId: randomUUID(),
				args: [{ leadIds, ...(agentId === undefined ? {} : { agentId }) }],
			});
	}
	const until = Date.now() + CONTINUE_WITHIN_MS;
	while ((await handle.describe()).runId === runId) {
		if (Date.now() > until) return false;
		report({ message: 'Waiting until a sync has finished its page.' });
		await pause(POLL_MS);
	}
	return true;
}
