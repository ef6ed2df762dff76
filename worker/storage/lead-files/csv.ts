import { type Options, stringify } from 'csv-stringify/sync';
import type { LeadExportInput } from '../../../workflows/export/contract';
import type { LeadGroup } from './chunk';
import type { RowsOf } from './new-chunk';
import { type Cell, type Column, columnsOf } from './columns';
import { type FieldColumns, isSame } from './field-names';
import { harmlessCell, type Separator, spreadsheetCell } from './spreadsheet-cell';

/** Excel reads a file that begins with it as UTF-8. A line `sep=;` would undo that. */
const BYTE_ORDER_MARK = '\uFEFF';

interface Dialect {
	start: string;
	options: Options;
	titleOf: (title: string) => Cell;
	cellOf: (cell: Cell, column: Column) => Cell;
}

/**
 * Some reader ends a line at each of these, whatever ends the lines of the file: Python's `splitlines` also at controls
 * and at the separators of Unicode.
 */
const LINE_END = /[\p{Cc}\u2028\u2029]/u;

/** For programs. RFC 4180: a line of titles, CRLF at the end of each line, each text as it was captured. */
const PLAIN: Dialect = {
	start: '',
	options: { record_delimiter: 'windows', quoted_match: LINE_END },
	titleOf: (title) => title,
	cellOf: (cell) => cell,
};

const HARMLESS: Dialect = {
	...PLAIN,
	titleOf: (title) => harmlessCell(title, 'comma'),
	cellOf: (cell) => (typeof cell === 'string' ? harmlessCell(cell, 'comma') : cell),
};

/** @param spreadsheet what opens the file. `semicolon` goes with a comma as decimal sign, as in Excel */
export async function* csvOf(
	leads: AsyncIterable<LeadGroup>,
	fields: FieldColumns,
	spreadsheet: LeadExportInput['spreadsheet'],
	onShared: () => void,
): AsyncGenerator<string | Buffer> {
	const { start, options, titleOf } = dialectOf(spreadsheet);
	yield start + stringify([columnsOf(fields).map(({ title }) => titleOf(title))], options);
	const rowsOf = csvRows(spreadsheet, onShared)(fields);
	for await (const { rows, fields: theirs, leads: some } of leads)
		yield rows !== null && isSame({ names: theirs, hasShared: false }, fields) ? rows : rowsOf(some());
}

/** Rows without titles. */
export function csvRows(spreadsheet: LeadExportInput['spreadsheet'], onShared?: () => void): RowsOf {
	const { options, cellOf } = dialectOf(spreadsheet);
	return (fields) => {
		const columns = columnsOf(fields, onShared);
		return (leads) =>
			stringify(
				leads.map((lead) => columns.map((column) => cellOf(column.cell(lead), column))),
				options,
			);
	};
}

function dialectOf(spreadsheet: LeadExportInput['spreadsheet']): Dialect {
	if (spreadsheet === 'none') return PLAIN;
	return spreadsheet === 'any' ? HARMLESS : dialectOfExcel(spreadsheet);
}

function dialectOfExcel(separator: Separator): Dialect {
	const isComma = separator === 'comma';
	return {
		start: BYTE_ORDER_MARK,
		// With a quote at the start of every text, LibreOffice keeps a line together under another separator too.
		options: { record_delimiter: 'windows', delimiter: isComma ? ',' : ';', quoted_string: true },
		titleOf: (title) => spreadsheetCell(title, separator),
		cellOf(cell, { title }) {
			if (typeof cell === 'string') return spreadsheetCell(cell, separator, title === 'phone');
			return isComma ? cell : String(cell).replace('.', ',');
		},
	};
}
