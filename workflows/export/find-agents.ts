import { taskFailure } from '../task/failures';
import type { ExportTask } from './export-task';

/** Their names and counts must fit into a result and into each new history. */
const MOST_AGENTS = 5_000;

/** The agents of the task, each once: those that were named, or all that the key can see now. */
export async function findAgents({ input, agents }: ExportTask): Promise<string[]> {
	if (input.agentIds !== undefined) return [...new Set(input.agentIds)];
	const found = new Set<string>();
	for (let offset: number | null = 0; offset !== null;) {
		const page = await agents.readAgentPage(offset);
		for (const agentId of page.agentIds) found.add(agentId);
		if (found.size > MOST_AGENTS) throw tooManyAgents();
		offset = page.next;
	}
	return [...found];
}

function tooManyAgents(): Error {
	return taskFailure({
		type: 'too_many_agents',
		title: 'The key can see too many agents',
		status: 400,
		detail: `One task exports the leads of ${MOST_AGENTS} agents at most. Name the agents in agentIds, in several tasks.`,
		issues: [{ path: 'agentIds', message: `is left out, and there are more than ${MOST_AGENTS} agents` }],
	});
}
