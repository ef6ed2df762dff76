import { LIMITS } from '../../../../api';
import { searchKnowledge } from '../../../search/search-passages';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import type { PassagesRepository } from '../../../database/passages-repository';

/** /agents/{id}/knowledge/search */
export function knowledgeRoutes(passages: PassagesRepository, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('searchKnowledge', ({ agent, query: { query, limit } }) => ({
			agentId: agent.id,
			query,
			items: searchKnowledge(passages, agent, query, limit ?? LIMITS.searchPassagesDefault),
		})),
	];
}
