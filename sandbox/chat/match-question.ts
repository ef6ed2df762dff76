import { anyOf } from '../knowledge/match-expression';
import { questionWords } from '../knowledge/question-words';
import type { IndexedPair, QaIndexRepository } from '../database/qa-pairs-repository';

/** Pairs that are looked at more closely. */
const CANDIDATES = 10;

/** Above this share of common words two questions ask the same; a half is one word of two. */
const SAME_QUESTION = 0.55;

/** The pair that answers a message, or undefined: its question has nearly the same words, in whatever form and order. */
export function matchQuestion(index: QaIndexRepository, agentId: string, message: string): IndexedPair | undefined {
	const words = questionWords(message);
	const match = anyOf(words);
	if (match === null) return undefined;
	let best: { pair: IndexedPair; likeness: number } | undefined;
	for (const pair of index.search(agentId, match, CANDIDATES)) {
		const likeness = likenessOf(index, pair, words);
		if (likeness > (best?.likeness ?? SAME_QUESTION)) best = { pair, likeness };
	}
	return best?.pair;
}

/** The share of words that both have (Sørensen-Dice): 0 to 1. */
function likenessOf(index: QaIndexRepository, pair: IndexedPair, words: readonly string[]): number {
	const common = index.countWords(pair.pairId, words);
	return (2 * common) / (words.length + questionWords(pair.question).length);
}
