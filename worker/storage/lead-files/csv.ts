import { stringify } from 'csv-stringify/sync';
import type { Lead } from '../../../api';
import { type Cell, columnsOf } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvOptions {
	bom: boolean;
	/** Whether to put an apostrophe before text that a spreadsheet could treat as a formula (see `harmlessCell`). */
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
				// RFC 4180 needs CRLF, but many readers also end a line at a single line break.
				quoted_match: /[\r\n]/,
			},
		);
	yield (bom ? BYTE_ORDER_MARK : '') + lines([columns.map(({ title }) => title)]);
	for await (const some of leads) yield lines(some.map((lead) => columns.map(({ cell }) => cell(lead))));
}

/**
 * Spreadsheets treat text that begins with one of these characters as a formula, including their East Asian wide and
 * small forms. Spaces, quotes and invisible characters may precede it.
 */
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** OWASP lists these characters too: some programs drop them and read what follows. */
const FIRST_UNSEEN = /^[\t\r]/;
/**
 * A program may split the file at another separator than the comma. Then a quote inside a cell no longer protects the
 * text after it: the text after each of these characters may become a separate cell.
 */
const CELL_ENDS = /([;|\t\r\n])/;

/** `+49 (0)30 1234-56 ext. 7`: only digits and separators, so there is nothing to compute. */
const TELEPHONE = /^ *[+＋] ?\(?\d[\d\u00a0 ().\-/]*(?:(?:ext\.?|x|#) ?\d{1,6} *)?$/i;
/** `-5`, `-1,234.50`, `+7`, `-1e-7`, `-3 %` */
const NUMBER = /^ *[+-]\d[\d.,' \u00a0\u202f]*(?:e[+-]?\d+)? ?%? *$/i;

/**
 * Makes the text of a CSV cell safe in every spreadsheet and with every separator: puts an apostrophe before each part
 * that could be a formula. Telephone numbers and negative numbers stay unchanged.
 */
export function harmlessCell(text: string): string {
	if (TELEPHONE.test(text) || NUMBER.test(text)) return text;
	const parts = text.split(CELL_ENDS);
	const harmless = parts.map((part, index) => (index % 2 === 0 && FORMULA.test(part) ? `'${part}` : part)).join('');
	return FIRST_UNSEEN.test(text) ? `'${harmless}` : harmless;
}
