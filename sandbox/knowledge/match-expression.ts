/** Words that stand in every text and say nothing of what is looked for. */
const STOP_WORDS = new Set(
	(
		'a an and are as at be but by can could did do does for from had has have how i if in is it its me my no not of on or ' +
		'our shall should so than that the their them then there these they this to was we were what when where which who ' +
		'whom why will with would you your'
	).split(' '),
);

/** More words than this make a query slower, not better. */
const MOST_WORDS = 64;

/** The words of a text that say what it is about, each once; all of its words where no other stands in it. */
export function tellingWords(text: string): string[] {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_WORDS);
}

/** A full-text expression of words, each quoted, any of which may match. Null when there is none. */
export function anyOf(words: readonly string[]): string | null {
	return words.length > 0 ? words.map((word) => `"${word}"`).join(' OR ') : null;
}
