import { type Options, stringify } from 'csv-stringify/sync';
import type { Spreadsheet } from '../../../workflows/task/export-contract';
import { harmlessCell, type Separator, spreadsheetCell } from './spreadsheet-cell';

/** The value of a cell. Numbers stay numbers if the format has them. */
export type Cell = string | number;

/** Excel reads a file that begins with it as UTF-8. A line `sep=;` would undo that. */
const BYTE_ORDER_MARK = '\uFEFF';

/** How cells become the text of a CSV file. */
export interface CsvDialect {
	/** The beginning of the file, with its line of titles. */
	head(titles: readonly string[]): string;
	/** Lines of rows. @param titles of their columns */
	lines(titles: readonly string[], rows: Cell[][]): string;
}

interface Parts {
	start: string;
	options: Options;
	titleOf: (title: string) => Cell;
	cellOf: (cell: Cell, title: string) => Cell;
}

/**
 * Some reader ends a line at each of these, whatever ends the lines of the file: Python's `splitlines` also at controls
 * and at the separators of Unicode.
 */
const LINE_END = /[\p{Cc}\u2028\u2029]/u;

/** For programs. RFC 4180: a line of titles, CRLF at the end of each line, each text as it was captured. */
const PLAIN: Parts = {
	start: '',
	options: { record_delimiter: 'windows', quoted_match: LINE_END },
	titleOf: (title) => title,
	cellOf: (cell) => cell,
};

const HARMLESS: Parts = {
	...PLAIN,
	titleOf: (title) => harmlessCell(title, 'comma'),
	cellOf: (cell) => (typeof cell === 'string' ? harmlessCell(cell, 'comma') : cell),
};

/** @param spreadsheet what opens the file. `semicolon` goes with a comma as decimal sign, as in Excel */
export function csvDialect(spreadsheet: Spreadsheet): CsvDialect {
	const { start, options, titleOf, cellOf } = partsOf(spreadsheet);
	return {
		head: (titles) => start + stringify([titles.map(titleOf)], options),
		lines: (titles, rows) =>
			stringify(
				rows.map((cells) => cells.map((cell, index) => cellOf(cell, titles[index] ?? ''))),
				options,
			),
	};
}

function partsOf(spreadsheet: Spreadsheet): Parts {
	if (spreadsheet === 'none') return PLAIN;
	return spreadsheet === 'any' ? HARMLESS : partsOfExcel(spreadsheet);
}

function partsOfExcel(separator: Separator): Parts {
	const isComma = separator === 'comma';
	return {
		start: BYTE_ORDER_MARK,
		// With a quote at the start of every text, LibreOffice keeps a line together under another separator too.
		options: { record_delimiter: 'windows', delimiter: isComma ? ',' : ';', quoted_string: true },
		titleOf: (title) => spreadsheetCell(title, separator),
		cellOf(cell, title) {
			if (typeof cell === 'string') return spreadsheetCell(cell, separator, title === 'phone');
			return isComma ? cell : String(cell).replace('.', ',');
		},
	};
}
