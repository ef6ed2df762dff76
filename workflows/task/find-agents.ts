import type { AgentActivities } from './activities';
import { taskFailure } from './failure';

/** The number of agents that one task can process, and what it does with them: `retrains`. */
export interface AgentLimit {
	most: number;
	does: string;
}

/**
 * The agents of a task, each once: those that its input names, or all that the key can access now.
 * @throws a failure of the task if it names none and there are more than the limit
 */
export async function agentsOf(
	{ agentIds }: { agentIds?: readonly string[] | undefined },
	read: AgentActivities,
	limit: AgentLimit,
): Promise<string[]> {
	return agentIds === undefined ? findAgents(read, limit) : [...new Set(agentIds)];
}

/** Agents to go back by, where a page does not follow on the one before. */
const STEP_BACK = 50;

/** All agents that the key can access now, each once. @throws a failure of the task if there are more than the limit */
export async function findAgents(read: AgentActivities, limit?: AgentLimit): Promise<string[]> {
	const found = new Set<string>();
	for (let offset: number | null = 0; offset !== null;) {
		const page = await read.readAgentPage(offset);
		const { agentIds } = page;
		// Pages overlap. Where two do not, agents were deleted above, and some moved up past the page.
		if (offset > 0 && agentIds.length > 0 && !agentIds.some((agentId) => found.has(agentId))) {
			offset = Math.max(0, offset - STEP_BACK);
			continue;
		}
		for (const agentId of agentIds) found.add(agentId);
		if (limit !== undefined && found.size > limit.most) throw tooManyAgents(limit);
		offset = page.next;
	}
	return [...found];
}

function tooManyAgents({ most, does }: AgentLimit): Error {
	return taskFailure({
		type: 'too_many_agents',
		title: 'The key can access too many agents',
		status: 400,
		detail: `Nothing was started. One task ${does} at most ${most} agents. Start several tasks, and name the agents of each in agentIds.`,
		issues: [{ path: 'agentIds', message: `is missing, and there are more than ${most} agents` }],
	});
}
