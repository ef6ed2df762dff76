import { z } from 'zod';
import { problems } from '../../problems/problems';
import { parsePart } from '../../problems/parse-part';
import type { Agent, AgentsRepository } from '../../database/agents-repository';

/** The agent that an address of the admin API names. @throws ApiProblem not_found */
export function agentOf(agents: AgentsRepository, params: unknown): Agent {
	const { id } = parsePart(z.looseObject({ id: z.string() }), params, 'path');
	const agent = agents.find(id);
	if (!agent) throw problems.notFound('agent');
	return agent;
}
