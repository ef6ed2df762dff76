import type { Passage } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { FoundPassage, PassagesRepository } from '../database/passages-repository';
import { matchAnyOf, questionWords } from './words';

/**
 * The passages that an answer would use (specification, part 4), best first. None before the first training has ended.
 */
export function searchKnowledge(passages: PassagesRepository, agent: Agent, query: string, limit: number): Passage[] {
	if (agent.trainedAt === null) return [];
	const found = relevantPassages(passages, { agentId: agent.id, words: questionWords(query), placeWords: [], limit });
	return found.map(({ content, title, url }) => ({ content, title, url }));
}

/** The number of passages that are rated. */
const CANDIDATES = 20;

/** A passage that covers less than this share of the question does not answer it. */
const MIN_SHARE = 0.4;

/** A passage below this share of the best rating adds nothing. */
const MIN_RELATIVE_RATING = 0.8;

/** The weight of the visitor's place compared with the whole question. */
const PLACE_WEIGHT = 0.3;

export interface PassageQuery {
	agentId: string;
	/** The keywords of the question. */
	words: readonly string[];
	/** Every passage contains at least one of these. Default: `words`. */
	needed?: readonly string[];
	/** The visitor's place. It ranks relevant passages and makes none relevant by itself. */
	placeWords: readonly string[];
	/** The most passages to return. */
	limit: number;
}

/**
 * The passages that answer a question, best first. None if no passage is about it. A rare word of the question weighs
 * more than a common one. If no passage contains the one thing that the question asks for, there is no answer.
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
