import { defineQuery, setHandler } from '@temporalio/workflow';
import { newProgress } from '../../task/progress';
import type { LeftBehind } from '../activities';
import type { SyncedAgent } from '../contract';
import { pendingLeads, refusedLeads, syncState } from '../queries';
import { agentRow } from './agents-result';
import { type CarriedAgents, packState } from './agents-state';
import type { AgentsSync } from './agents-sync';

/** How each agent of the sync stands, in the order in which the sync came to know them. */
export const syncedAgents = defineQuery<SyncedAgent[]>('synced-agents');

/** Where the sync stands with an agent, for a sync of that agent alone. Null: it knows no such agent. */
export const leftBehind = defineQuery<LeftBehind | null, [agentId: string]>('left-behind');

/** Answers the queries that every sync of several agents has, whatever its destination. */
export function answerAgentsQueries(sync: AgentsSync): void {
	const { state } = sync;
	setHandler(refusedLeads, () =>
		state.parts.flatMap(({ agentId, refused }) => refused.map((lead) => ({ ...lead, agentId }))),
	);
	setHandler(syncState, (): CarriedAgents => ({
		...packState(state),
		paused: false,
		progress: newProgress('syncing'),
	}));
	setHandler(leftBehind, (agentId) => {
		const part = state.parts.find((each) => each.agentId === agentId);
		return part === undefined ? null : { cursor: part.cursor, refused: part.refused };
	});
	setHandler(pendingLeads, () =>
		state.parts.flatMap(({ agentId, handOut }) => (handOut?.leads ?? []).map(({ id }) => ({ agentId, leadId: id }))),
	);
	setHandler(syncedAgents, () =>
		state.parts.map((part) => {
			if (!sync.wants(part.agentId)) return agentRow(part, 'not_wanted');
			if (state.paused) return agentRow(part, 'paused');
			return agentRow(part, sync.isFull() ? 'full' : undefined);
		}),
	);
}
