import { taskFailure } from '../task/failures';
import type { NightlyTask } from './nightly-task';

/** As many rows as a result can hold: some 500 bytes each, of the 2 MB that Temporal takes. */
const MOST_AGENTS = 2_000;

/** The agents of the task, each once: those that were named, or all that the key can see now. */
export async function findAgents({ input, read }: NightlyTask): Promise<string[]> {
	if (input.agentIds !== undefined) return [...new Set(input.agentIds)];
	const found = new Set<string>();
	for (let offset: number | null = 0; offset !== null;) {
		const { agentIds, next } = await read.readAgentPage(offset);
		for (const agentId of agentIds) found.add(agentId);
		if (found.size > MOST_AGENTS) throw tooManyAgents();
		offset = next;
	}
	return [...found];
}

function tooManyAgents(): Error {
	return taskFailure({
		type: 'too_many_agents',
		title: 'The key can see too many agents',
		status: 400,
		detail: `One task retrains ${MOST_AGENTS} agents at most. Nothing was started. Name the agents in agentIds, in several tasks.`,
		issues: [{ path: 'agentIds', message: `is left out, and there are more than ${MOST_AGENTS} agents` }],
	});
}
