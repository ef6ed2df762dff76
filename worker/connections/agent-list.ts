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
 * Reads the list from this place on. Pages overlap. If a page is as long as it may be, the next one shows whether the
 * list goes on, whatever its total says.
 * @throws what `ask` throws, and `unreadable()`
 */
export async function readAgentList(first: number, { ask, mayAsk, unreadable }: ReadsAgents): Promise<AgentList> {
	// Agents that are created meanwhile move the others, so an agent can come twice.
	const agents = new Map<string, AgentSummary>();
	let offset = first;
	let end = first;
	let isWhole = first === 0;
	for (let calls = 0; calls < CALLS_PER_LIST; calls += 1) {
		if (calls > 0 && !mayAsk()) break;
		const answer = await ask(offset);
		if (answer.outcome !== 'page') break;
		const { agents: page, more, mayGoOn = false, total = 0 } = answer;
		if (calls > 0) {
			const known = page.filter(({ id }) => agents.has(id)).length;
			// Pages of one agent cannot overlap.
			if (known === 0 && page.length === 1) isWhole = false;
			// Where two pages do not overlap, agents were deleted meanwhile, and some may be missing.
			else if (known === 0 && page.length > 0) break;
			if (known === page.length && (more || (first === 0 && total > agents.size))) throw unreadable();
		}
		const isNew = page.some(({ id }) => !agents.has(id));
		for (const agent of page) agents.set(agent.id, agent);
		if (!more && !(mayGoOn && isNew)) return { agents: [...agents.values()], complete: isWhole, nextOffset: null };
		end = offset + page.length;
		offset = offsetAfter(offset, page.length);
	}
	return { agents: [...agents.values()], complete: false, nextOffset: end };
}
