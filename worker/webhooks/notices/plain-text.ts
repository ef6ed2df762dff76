/** Line breaks and other control characters, and marks that reverse the direction of a text. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Programs turn these into links, also in plain text. */
const ADDRESS_BEGINNING = /(:)(?=\/\/)|\b(www)(?=\.)/gi;

/** Takes no room, and ends every markup and every address. */
export const ZERO_WIDTH_SPACE = '\u200b';

const ELLIPSIS = '…';

/**
 * Words of others as one line of plain text: without control characters, halves of characters, and addresses that a
 * program would turn into a link.
 */
export function plainLine(text: string): string {
	return text
		.toWellFormed()
		.replace(INVISIBLE, ' ')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(ADDRESS_BEGINNING, `$1$2${ZERO_WIDTH_SPACE}`);
}

/**
 * Shortens a text to a limit, and marks that it is shortened.
 * @param cost of one character, in the unit of the limit. Default: 1
 */
export function cut(text: string, limit: number, cost: (character: string) => number = () => 1): string {
	let spent = 0;
	// The end of the longest part that leaves room for the ellipsis.
	let end = 0;
	let position = 0;
	for (const character of text) {
		spent += cost(character);
		if (spent > limit) return text.slice(0, end).trimEnd() + ELLIPSIS;
		position += character.length;
		if (spent + cost(ELLIPSIS) <= limit) end = position;
	}
	return text;
}
