import { STOP_WORDS } from './stop-words';
import { wordsApart } from './words-apart';

/** More words than this make a query slower, not better. */
const MOST_WORDS = 64;

/** The words of a text that say what it is about, each once; all of its words where no other stands in it. */
export function tellingWords(text: string): string[] {
	const words = wordsApart(text.toLowerCase()).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_WORDS);
}

/** A full-text expression of words, each quoted, any of which may match. Null when there is none. */
export function anyOf(words: readonly string[]): string | null {
	return words.length > 0 ? words.map((word) => `"${word}"`).join(' OR ') : null;
}
