import type { Passage } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { FoundPassage, PassagesRepository } from '../database/passages-repository';
import { matchAnyOf, questionWords } from './words';

/** The passages an answer would rest on (specification, part 4), best first; none before the first training ended. */
export function searchKnowledge(passages: PassagesRepository, agent: Agent, query: string, limit: number): Passage[] {
	if (agent.trainedAt === null) return [];
	const found = relevantPassages(passages, { agentId: agent.id, words: questionWords(query), placeWords: [], limit });
	return found.map(({ content, title, url }) => ({ content, title, url }));
}

/** Passages that are rated. */
const CANDIDATES = 20;

/** Below this share of what the question asks about, a passage does not answer it. */
const MIN_SHARE = 0.4;

/** A passage below this share of the best rating adds nothing. */
const MIN_RELATIVE_RATING = 0.8;

/** The weight of the visitor's place beside the whole question. */
const PLACE_WEIGHT = 0.3;

export interface PassageQuery {
	agentId: string;
	/** What the question is about. */
	words: readonly string[];
	/** Every passage contains at least one of these. Default: `words`. */
	needed?: readonly string[];
	/** Where the visitor is. It ranks relevant passages and makes none relevant by itself. */
	placeWords: readonly string[];
	/** The most passages to return. */
	limit: number;
}

/**
 * The passages that answer a question, best first; none when no passage is about it. A rare word of the question
 * weighs more than a common one: when no passage names the one thing that is asked for, there is no answer.
 */
export function relevantPassages(passages: PassagesRepository, query: PassageQuery): FoundPassage[] {
	const { agentId, words, needed = words, placeWords, limit } = query;
	const match = matchAnyOf(needed);
	if (match === null) return [];
	const found = words.map((word) => passages.idsOf(agentId, `"${word}"`));
	const weights = found.map((ids) => 1 / (1 + Math.log(1 + ids.size)));
	const whole = sum(weights);
	const places = placeWords.map((word) => passages.idsOf(agentId, `"${word}"`));

	const rated = passages
		.find(agentId, match, CANDIDATES)
		.map((passage) => {
			const share = sum(weights.filter((_, index) => found[index]?.has(passage.id))) / whole;
			const inPlace = places.filter((ids) => ids.has(passage.id)).length / Math.max(1, places.length);
			return { passage, share, rating: share + PLACE_WEIGHT * inPlace };
		})
		.filter(({ share }) => share >= MIN_SHARE)
		.sort((one, other) => other.rating - one.rating);
	const best = rated[0]?.rating ?? 0;
	return rated
		.filter(({ rating }) => rating >= best * MIN_RELATIVE_RATING)
		.slice(0, limit)
		.map(({ passage }) => passage);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
