import { visibleLine } from '../../../api';

/** Programs turn these into links, also in plain text: addresses, and what begins a call or a mail. */
const ADDRESS_BEGINNING = /(:)(?=\/\/)|\b(www)(?=\.)|\b(mailto|tel|sms|callto)(?=:)/gi;

/** What an address of a mail and the name of a site are written in. */
const WORD = /[^\s,;<>()[\]"']+/g;
/** A dot in the name of a site. Browsers take four characters for it. */
const DOT = /(?<=[\p{L}\p{M}\p{N}\p{S}])[.\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{M}])/gu;
const MAIL_ADDRESS = /^[^@/?#]+@[^@/?#]+$/;

/** Takes no room, and ends every markup and every address. */
export const ZERO_WIDTH_SPACE = '\u200b';

const ELLIPSIS = '…';

/**
 * Words of others as one line of plain text: without control characters, halves of characters, and addresses that a
 * program would turn into a link.
 */
export function plainLine(text: string): string {
	return visibleLine(text).replace(ADDRESS_BEGINNING, `$&${ZERO_WIDTH_SPACE}`);
}

/**
 * The same for a mail. Mail programs also make links of the names of sites, such as `example.com/login`. The mail address
 * of a person stays as it is.
 */
export function mailLine(text: string): string {
	return plainLine(text).replace(WORD, (word) =>
		MAIL_ADDRESS.test(word) ? word : word.replace(DOT, `$&${ZERO_WIDTH_SPACE}`),
	);
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
