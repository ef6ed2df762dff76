import { type Options, stringify } from 'csv-stringify/sync';
import type { LeadExportInput } from '../../../workflows/export/contract';
import type { LeadGroup, RowsOf } from './chunk';
import { type Cell, type Column, columnsOf } from './columns';
import { harmlessCell, type Separator, spreadsheetCell } from './spreadsheet-cell';

/** Excel reads a file that begins with it as UTF-8. A line `sep=;` would undo that. */
const BYTE_ORDER_MARK = '\uFEFF';

interface Dialect {
	start: string;
	options: Options;
	titleOf: (title: string) => Cell;
	cellOf: (cell: Cell, column: Column) => Cell;
}

/** Many readers end a line at each of these, whatever ends the lines of the file. */
const LINE_END = /[\r\n]/;

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
	fields: readonly string[],
	spreadsheet: LeadExportInput['spreadsheet'],
): AsyncGenerator<string | Buffer> {
	const { start, options, titleOf } = dialectOf(spreadsheet);
	yield start + stringify([columnsOf(fields).map(({ title }) => titleOf(title))], options);
	const rowsOf = csvRows(spreadsheet)(fields);
	for await (const { rows, fields: theirs, leads: some } of leads)
		yield rows !== null && isSame(theirs, fields) ? rows : rowsOf(some());
}

/** Rows without titles. */
export function csvRows(spreadsheet: LeadExportInput['spreadsheet']): RowsOf {
	const { options, cellOf } = dialectOf(spreadsheet);
	return (fields) => {
		const columns = columnsOf(fields);
		return (leads) =>
			stringify(
				leads.map((lead) => columns.map((column) => cellOf(column.cell(lead), column))),
				options,
			);
	};
}

/** Both are sorted. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((name, index) => name === other[index]);
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
