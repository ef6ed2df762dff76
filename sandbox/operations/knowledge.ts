import { LIMITS } from '../../api';
import type { knowledgeOperations as contract } from '../../api/operations/knowledge';
import type { Repositories } from '../database/repositories';
import type { Fault } from '../faults/faults';
import { searchKnowledge } from '../search/search-passages';
import type { Indexing, QaPairs } from '../training/qa-pairs';
import { type ImplementForAgent, type Implementations, pageOf } from './implement';

export interface KnowledgeOperationsServices {
	repositories: Repositories;
	qaPairs: QaPairs;
}

/** /agents/{id}/knowledge/search and /agents/{id}/qa-pairs */
export function knowledgeOperations(
	{ repositories, qaPairs }: KnowledgeOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementations<typeof contract> {
	return [
		implementForAgent('searchKnowledge', ({ agent, query: { query, limit } }) => ({
			agentId: agent.id,
			query,
			items: searchKnowledge(repositories.passages, agent, query, limit ?? LIMITS.searchPassagesDefault),
		})),

		implementForAgent('listQaPairs', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return qaPairs.list(agent, query.kind, limit, offset);
		}),
		implementForAgent('createQaPair', ({ agent, body, fault }) => qaPairs.create(agent, body, indexing(fault))),
		implementForAgent('updateQaPair', ({ agent, params, body, fault }) =>
			qaPairs.update(agent, params.pairId, body, indexing(fault)),
		),
		implementForAgent('deleteQaPair', ({ agent, params, fault }) => {
			qaPairs.delete(agent, params.pairId, indexing(fault));
			return { id: params.pairId, deleted: true };
		}),
	];
}

function indexing(fault: Fault | null): Indexing {
	return fault?.kind === 'indexing-unavailable' ? 'unavailable' : 'available';
}
