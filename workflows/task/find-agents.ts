import type { AgentActivities } from './activities';
import { taskFailure } from './failure';

/** The number of agents that one task can process, and what it does with them: `retrains`. */
export interface AgentLimit {
	most: number;
	does: string;
}

/** All agents that the key can access now, each once. @throws a failure of the task if there are more than the limit */
export async function findAgents(read: AgentActivities, limit?: AgentLimit): Promise<string[]> {
	const found = new Set<string>();
	for (let offset: number | null = 0; offset !== null;) {
		const page = await read.readAgentPage(offset);
		for (const agentId of page.agentIds) found.add(agentId);
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
