import type { Passage } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { FoundPassage, PassagesRepository } from '../database/passages-repository';
import { anyOf, questionWords } from './words';

/** The passages an answer would rest on (specification, part 4), best first; none before the first training ended. */
export function searchKnowledge(passages: PassagesRepository, agent: Agent, query: string, limit: number): Passage[] {
	if (agent.trainedAt === null) return [];
	const found = relevantPassages(passages, { agentId: agent.id, words: questionWords(query), placeWords: [], limit });
	return found.map(({ content, title, url }) => ({ content, title, url }));
}

/** Passages that are looked at more closely. */
const CANDIDATES = 20;

/** Below this share of what the question asks about, a passage does not answer it. */
const RELEVANT = 0.4;

/** A passage this much less relevant than the best one adds nothing. */
const NEARLY_AS_GOOD = 0.8;

/** How much a word of the visitor's place counts beside the whole question. */
const PLACE_WEIGHT = 0.3;

export interface PassageQuery {
	agentId: string;
	/** What the question is about. */
	words: readonly string[];
	/** At least one of these stands in every passage. Left out: any of `words`. */
	needed?: readonly string[];
	/** Where the visitor is; prefers passages, and makes none relevant by itself. */
	placeWords: readonly string[];
	/** The most passages to return. */
	limit: number;
}

/**
 * The passages that answer a question, best first; none when no passage is about it. A rare word of the question
 * weighs more than a common one: where the one thing that is asked for stands nowhere, nothing answers.
 */
export function relevantPassages(passages: PassagesRepository, query: PassageQuery): FoundPassage[] {
	const { agentId, words, needed = words, placeWords, limit } = query;
	const match = anyOf(needed);
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
		.filter(({ share }) => share >= RELEVANT)
		.sort((one, other) => other.rating - one.rating);
	const best = rated[0]?.rating ?? 0;
	return rated
		.filter(({ rating }) => rating >= best * NEARLY_AS_GOOD)
		.slice(0, limit)
		.map(({ passage }) => passage);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
