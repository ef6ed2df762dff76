import { tellingWords } from './match-expression';

/** Words by which people ask, and not what they ask about. */
const ASKING = new Set(
	(
		'about also any anything available got hello help hey hi just know let like long looking many may more much need ' +
		'offer please possible question say something tell thank thanks want wondering'
	).split(' '),
);

/** More than these make an answer slower, not better. */
const MOST_WORDS = 24;

/** The words of a visitor's message that say what it is about. */
export function questionWords(message: string): string[] {
	const words = tellingWords(message);
	const telling = words.filter((word) => !ASKING.has(word));
	return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS);
}
