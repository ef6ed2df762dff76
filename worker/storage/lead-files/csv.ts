import { stringify } from 'csv-stringify/sync';
import type { Lead } from '../../../api';
import { type Cell, columnsOf } from './columns';
import { harmlessCell } from './harmless-cell';

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
