import { Readable } from 'node:stream';
import type { Lead } from '../../../api';
import type { RowForm } from '../../../workflows/export/activities';
import { jsonLine } from '../storable-text';
import type { LeadGroup } from './chunk';
import type { RowsOf } from './new-chunk';
import { columnsOf } from './columns';
import { csvOf, csvRows } from './csv';
import type { FieldColumns } from './field-names';
import { xlsxOf } from './xlsx';

export type LeadFormat = RowForm['format'];

export interface LeadFile {
	content: Readable;
	/** What differs from the leads, once `content` has ended. */
	changes: () => Changes;
}

export interface Changes {
	/** Number of shortened cells. */
	cutCells: number;
	/** Number of leads whose further form fields share a column, because the table has no more columns. */
	sharedFields: number;
}

export const CONTENT_TYPES: Readonly<Record<LeadFormat, string>> = {
	csv: 'text/csv; charset=utf-8; header=present',
	ndjson: 'application/x-ndjson',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What is known of a file before its first row. */
export interface Table {
	fields: FieldColumns;
	/** How many leads there are. Only XLSX needs it. */
	rows: number;
}

/** The file as a stream that reads leads only as fast as its reader. */
export function leadFileOf(options: RowForm, leads: AsyncIterable<LeadGroup>, { fields, rows }: Table): LeadFile {
	let sharedFields = 0;
	const onShared = () => {
		sharedFields += 1;
	};
	switch (options.format) {
		case 'csv':
			return whole(csvOf(leads, fields, options, onShared), () => sharedFields);
		case 'ndjson':
			return whole(ndjsonOf(leads), () => sharedFields);
		case 'xlsx': {
			const { content, cutCells } = xlsxOf(leads, { columns: columnsOf(fields, onShared, options.conversation), rows });
			return { content, changes: () => ({ cutCells: cutCells(), sharedFields }) };
		}
	}
}

function whole(text: AsyncIterable<string | Buffer>, sharedFields: () => number): LeadFile {
	const content = Readable.from(text, { objectMode: false });
	return { content, changes: () => ({ cutCells: 0, sharedFields: sharedFields() }) };
}

/** One lead per line, as JSON with all fields of the service. Strict readers refuse U+0000 and half of a character. */
export async function* ndjsonOf(groups: AsyncIterable<LeadGroup>): AsyncGenerator<string | Buffer> {
	for await (const { rows, leads } of groups) yield rows ?? ndjsonRows(leads());
}

function ndjsonRows(leads: readonly Lead[]): string {
	return leads.map(jsonLine).join('');
}

/** How leads become rows that only have to be put together; undefined for XLSX, which is made as a whole. */
export function rowsOf(form: RowForm): RowsOf | undefined {
	if (form.format === 'xlsx') return undefined;
	return form.format === 'csv' ? csvRows(form) : () => ndjsonRows;
}
