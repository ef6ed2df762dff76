import { offsetAfter } from '../../api';
import type { AgentSummary, LookUpResult } from '../../workflows/look-up/activities';

/** One list of agents costs so many calls at most. A call brings 100 agents, ten of them again. */
const CALLS_PER_LIST = 5;

/** Up to 460 agents, from a place in the service's list on. */
export interface AgentList {
	agents: AgentSummary[];
	/** Whether these are all agents that the key can access, so that a missing agent does not exist. */
	complete: boolean;
	/** Where the next list begins. Null: this is the last one. */
	nextOffset: number | null;
}

interface ReadsAgents {
	/** Reads a page. */
	ask: (offset: number) => Promise<LookUpResult>;
	/** Whether another call is allowed. */
	mayAsk: () => boolean;
	/** The page brings nothing that the one before did not. */
	unreadable: () => Error;
}

/**
 * Reads the list from this place on. Pages overlap.
 * @throws what `ask` throws, and `unreadable()`
 */
export async function readAgentList(first: number, { ask, mayAsk, unreadable }: ReadsAgents): Promise<AgentList> {
	// Agents that are created meanwhile move the others, so an agent can come twice.
	const agents = new Map<string, AgentSummary>();
	let offset = first;
	let end = first;
	for (let calls = 0; calls < CALLS_PER_LIST; calls += 1) {
		if (calls > 0 && !mayAsk()) break;
		const answer = await ask(offset);
		if (answer.outcome !== 'page') break;
		// Where two pages do not overlap, agents were deleted meanwhile, and some may be missing.
		if (calls > 0 && !answer.agents.some(({ id }) => agents.has(id))) break;
		if (calls > 0 && answer.more && answer.agents.every(({ id }) => agents.has(id))) throw unreadable();
		for (const agent of answer.agents) agents.set(agent.id, agent);
		if (!answer.more) return { agents: [...agents.values()], complete: first === 0, nextOffset: null };
		end = offset + answer.agents.length;
		offset = offsetAfter(offset, answer.agents.length);
	}
	return { agents: [...agents.values()], complete: false, nextOffset: end };
}
