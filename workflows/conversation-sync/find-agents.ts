import { findAgents } from '../task/find-agents';
import { reasonOf } from './problems';
import { newAgent } from './state';
import type { ConversationSyncTask } from './task';

/** Their state must fit into each new history and into the result. */
const LIMIT = { most: 2_000, does: 'syncs the conversations of' };

/**
 * Looks which agents there are, if that was long ago. An agent that the key no longer shows keeps its rows and is named.
 * @returns whether there is one that the sync did not know
 */
export async function lookForAgents(task: ConversationSyncTask): Promise<boolean> {
	const { state, input } = task;
	const now = Date.now();
	if (input.agentIds !== undefined) {
		if (state.agents.length === 0) state.agents = [...new Set(input.agentIds)].map(newAgent);
		return false;
	}
	if (state.agentsAt > 0 && now - state.agentsAt < task.timing.agentsEveryMs) return false;
	try {
		const found = await findAgents(countingPages(task), LIMIT);
		state.agentsAt = now;
		state.agentsProblem = null;
		return take(task, found);
	} catch (error) {
		state.agentsProblem = reasonOf(error);
		return false;
	}
}

function countingPages({ agents, state }: ConversationSyncTask) {
	return {
		readAgentPage: (offset: number) => {
			state.agentCalls += 1;
			return agents.readAgentPage(offset);
		},
	};
}

function take({ state }: ConversationSyncTask, found: readonly string[]): boolean {
	const known = new Map(state.agents.map((agent) => [agent.agentId, agent]));
	for (const agent of state.agents) agent.gone = !found.includes(agent.agentId);
	const fresh = found.filter((agentId) => !known.has(agentId)).map(newAgent);
	state.agents.push(...fresh);
	return fresh.length > 0;
}
