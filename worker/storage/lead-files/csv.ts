import { stringify } from 'csv-stringify/sync';
import type { Lead } from '../../../api';
import { type Cell, columnsOf } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvOptions {
	bom: boolean;
	/** Puts an apostrophe before what a spreadsheet could take for a formula (see `harmlessCell`). */
	escapeFormulas: boolean;
}

/** RFC 4180: UTF-8, a line of titles, CRLF at the end of each line. */
export async function* csvOf(
	leads: AsyncIterable<Lead[]>,
	fields: readonly string[],
	{ bom, escapeFormulas }: CsvOptions,
): AsyncGenerator<string> {
	const columns = columnsOf(fields);
	const written = (cell: Cell) => (escapeFormulas && typeof cell === 'string' ? harmlessCell(cell) : cell);
	const lines = (rows: Cell[][]) =>
		stringify(
			rows.map((cells) => cells.map(written)),
			{
				record_delimiter: 'windows',
				// A line break alone is no end of a line here, but is one to many readers.
				quoted_match: /[\r\n]/,
			},
		);
	yield (bom ? BYTE_ORDER_MARK : '') + lines([columns.map(({ title }) => title)]);
	for await (const some of leads) yield lines(some.map((lead) => columns.map(({ cell }) => cell(lead))));
}

/**
 * Spreadsheets take text that begins with one of these for a formula, also in the wide and small forms of East Asian writing.
 * Spaces, quotes and characters that nobody sees may stand before it.
 */
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** OWASP counts these with the signs: some programs drop them and look at what follows. */
const FIRST_UNSEEN = /^[\t\r]/;
/**
 * Whatever program opens the file may split it at another separator than the comma, and then quotes that do not stand at the
 * beginning of a cell hold no line together: the text behind each of these may become a cell of its own.
 */
const CELL_ENDS = /([;|\t\r\n])/;

/** `+49 (0)30 1234-56 ext. 7`: nothing but digits and what separates them, so that there is nothing to compute with. */
const TELEPHONE = /^ *[+＋] ?\(?\d[\d\u00a0 ().\-/]*(?:(?:ext\.?|x|#) ?\d{1,6} *)?$/i;
/** `-5`, `-1,234.50`, `+7`, `-1e-7`, `-3 %` */
const NUMBER = /^ *[+-]\d[\d.,' \u00a0\u202f]*(?:e[+-]?\d+)? ?%? *$/i;

/**
 * Text of a CSV cell of which no spreadsheet makes a formula, whichever separator it goes by: an apostrophe stands before
 * each part that could be one. A telephone number and a negative number stay as they are.
 */
export function harmlessCell(text: string): string {
	if (TELEPHONE.test(text) || NUMBER.test(text)) return text;
	const parts = text.split(CELL_ENDS);
	const harmless = parts.map((part, index) => (index % 2 === 0 && FORMULA.test(part) ? `'${part}` : part)).join('');
	return FIRST_UNSEEN.test(text) ? `'${harmless}` : harmless;
}
