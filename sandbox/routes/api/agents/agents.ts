import { type ImplementForAgent, implement } from '../../../operations/implement';
import type { Implementation } from '../../../operations/answer';
import type { Agent, AgentsRepository } from '../../../database/agents-repository';
import { pageOf } from '../page-of';

/** /agents and /agents/{id} */
export function agentRoutes(agents: AgentsRepository, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implement('listAgents', ({ query, key }) => {
			const page = pageOf(query);
			const { items, total } = agents.page(key.agentIds, page.limit, page.offset);
			return { items: items.map(describeAgent), total, ...page };
		}),
		implementForAgent('getAgent', ({ agent }) => describeAgent(agent)),
	];
}

/** The specification states only the id; the rest is what people look for. */
export function describeAgent({ id, name, website, trainedAt, lastTrainedAt, createdAt }: Agent) {
	return { id, name, website, trained: trainedAt !== null, trainedAt, lastTrainedAt, createdAt };
}
