import type { Spreadsheet } from '../../../workflows/task/export-contract';

/** The separator of a file for spreadsheets. */
export type Separator = Extract<Spreadsheet, 'comma' | 'semicolon'>;

/**
 * Spreadsheets treat text that begins with one of these characters as a formula, including their East Asian wide and
 * small forms. Spaces, quotes and invisible characters may precede it.
 */
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** OWASP lists these characters too: some programs drop them and read what follows. */
const FIRST_UNSEEN = /^[\t\r]/;
/** A text without any of them needs no change. Most texts have none, so most of them need only this test. */
const MAY_NEED_CHANGE = /[=+\-@＝＋－＠﹦﹢﹣﹫\t\r]/;

/** `+49 (0)30 1234-56 ext. 7`, `030 1234`: only digits and separators. */
const TELEPHONE = /^ *[+＋]? ?\(?\d[\d\u00a0 ().\-/]*(?:(?:ext\.?|x|#) ?\d{1,6} *)?$/i;
/** A spreadsheet computes or drops the sign, drops the zero, and rounds a long row of digits. */
const CHANGED = /^ *(?:[+＋(]|0\d)|\d{12}/;
const DATE = /^ *\d{1,2}([./-])\d{1,2}\1\d{2,4} *$/;
/** `-5`, `-1,234.50`, `-1e-7`, `-3 %`, without the spaces around it. */
const NUMBER = /^[+-]\d[\d.,' \u00a0\u202f]*(?:e[+-]?\d+)?%?$/i;
/** Not tabs and line ends, which some programs drop. */
const SPACES_AROUND = /^ +|(?<! ) +$/g;
/**
 * Longer than any telephone number and any number that a person types; a longer text is neither. Excel takes no formula
 * with a text of more than 255 characters.
 */
const LONGEST_NUMBER = 60;

/**
 * Where a program ends a cell if it goes by another separator than the file's: quotes then no longer hold the cell
 * together.
 */
const OTHER_ENDS: Readonly<Record<Separator, RegExp>> = { comma: /([;\t\r\n])/, semicolon: /([,\t\r\n])/ };
/**
 * The rest of a line that is an item of a list (`- blue, with dots.`) or a number. It calls nothing, and ends without an
 * operator that could join it to the next cell.
 */
const PLAIN_ITEM = /^ *[-+](?: +\p{L}|\p{N}| +\p{N})[\p{L}\p{M}\p{N} .,’]*(?<=[\p{L}\p{M}\p{N}.])(?=[\r\n]|$)/u;

/**
 * The text of a cell so that a spreadsheet shows what was captured and computes nothing. A telephone number becomes a
 * formula that is only a text (`="+49 30 1234"`), a formula gets one apostrophe in front. Within the cell an apostrophe
 * stands only before a formula that another separator would make a cell of its own.
 * @param isTelephone whether digits are a telephone number for certain
 */
export function spreadsheetCell(text: string, separator: Separator, isTelephone = false): string {
	return isTelephoneNumber(text, isTelephone) ? `="${text}"` : harmlessCell(text, separator);
}

/** The same without a change to telephone numbers, for a file that also programs read. */
export function harmlessCell(text: string, separator: Separator): string {
	if (!MAY_NEED_CHANGE.test(text) || isPlainNumber(text)) return text;
	const ends = OTHER_ENDS[separator];
	const harmless = ends.test(text) ? withHarmlessParts(text, ends) : text;
	return FORMULA.test(text) || FIRST_UNSEEN.test(text) ? `'${harmless}` : harmless;
}

function isPlainNumber(text: string): boolean {
	return text.length <= LONGEST_NUMBER && (TELEPHONE.test(text) || NUMBER.test(text.replaceAll(SPACES_AROUND, '')));
}

function isTelephoneNumber(text: string, isTelephone: boolean): boolean {
	if (text.length > LONGEST_NUMBER || !TELEPHONE.test(text)) return false;
	return isTelephone || (CHANGED.test(text) && !DATE.test(text));
}

function withHarmlessParts(text: string, ends: RegExp): string {
	const parts = text.split(ends);
	let rest = text.length;
	// From the end, because what a part could compute depends on the rest of its line.
	return parts.reduceRight((after, part, index) => {
		rest -= part.length;
		const isFormula = index > 0 && index % 2 === 0 && FORMULA.test(part) && !PLAIN_ITEM.test(text.slice(rest));
		return `${isFormula ? "'" : ''}${part}${after}`;
	}, '');
}
