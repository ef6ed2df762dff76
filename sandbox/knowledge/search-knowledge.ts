import type { Passage } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { PassagesRepository } from '../database/passages-repository';
import { questionWords } from './question-words';
import { relevantPassages } from './relevant-passages';

/** The passages an answer would rest on (specification, part 4), best first; none before the first training ended. */
export function searchKnowledge(passages: PassagesRepository, agent: Agent, query: string, limit: number): Passage[] {
	if (agent.trainedAt === null) return [];
	const found = relevantPassages(passages, { agentId: agent.id, words: questionWords(query), placeWords: [], limit });
	return found.map(({ content, title, url }) => ({ content, title, url }));
}
