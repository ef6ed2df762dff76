import { defineQuery, setHandler } from '@temporalio/workflow';
import { newProgress } from '../task/progress';
import type { CarriedAgents } from './agents/agents-state';
import type { RefusedLead } from './contract';
import type { SyncState } from './state';

/** The refused leads of a running sync, oldest first. */
export const refusedLeads = defineQuery<RefusedLead[]>('refused-leads');

/** The state with which a restarted sync continues. */
export const syncState = defineQuery<SyncState | CarriedAgents>('sync-state');

/** Ids of the leads that a sync has read for a flow and that are not settled yet. */
export const pendingLeads = defineQuery<Array<number | PendingLead>>('pending-leads');

/** Of a sync of several agents. */
interface PendingLead {
	agentId: string;
	leadId: number;
}

/** Answers the queries that every sync has, whatever its destination. */
export function answerQueries(state: SyncState): void {
	setHandler(refusedLeads, () => state.refused);
	setHandler(syncState, () => ({ ...state, paused: false, progress: newProgress('syncing') }));
}
