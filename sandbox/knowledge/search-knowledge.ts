import type { Passage } from '../../api';
import type { Agent } from '../repositories/agents-repository';
import type { PassagesRepository } from '../repositories/passages-repository';
import { matchExpression } from './match-expression';

/** Passages of what an agent learned, best match first; none before its first training ended. */
export function searchKnowledge(passages: PassagesRepository, agent: Agent, query: string, limit: number): Passage[] {
	const match = matchExpression(query);
	return agent.trainedAt !== null && match !== null ? passages.search(agent.id, match, limit) : [];
}
