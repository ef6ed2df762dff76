import { cut, plainLine } from '../../webhooks/notices/plain-text';

/** In characters. */
const LONGEST_QUOTE = 120;
/** As many as the shortest telephone numbers have. Years, prices and sizes have fewer. */
const FEWEST_DIGITS = 6;
/** Digits, also of other scripts, with what people write between them. */
const NUMBER = /[+(]?\p{Nd}[\p{Nd} ()./-]*/gu;

/**
 * A visitor's question for a report: one short line, without what identifies people most often. Mail addresses, and
 * numbers that may be those of telephones, orders or cards, are masked. Names are not known as such.
 */
export function quoteQuestion(content: string): string {
	return cut(withoutAddresses(plainLine(content)).replaceAll(NUMBER, withoutNumber), LONGEST_QUOTE);
}

/** One line with its mail addresses masked. */
export function withoutAddresses(line: string): string {
	return line
		.split(' ')
		.map((word) => (word.includes('@') ? '[address]' : word))
		.join(' ');
}

function withoutNumber(found: string): string {
	const digits = found.match(/\p{Nd}/gu)?.length ?? 0;
	if (digits < FEWEST_DIGITS) return found;
	return `[number]${found.slice(found.trimEnd().length)}`;
}
