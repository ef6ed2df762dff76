import { Readable } from 'node:stream';
import type { Lead } from '../../../api';
import type { LeadExportInput } from '../../../workflows/export/contract';
import type { LeadGroup, RowsOf } from './chunk';
import { csvOf, csvRows } from './csv';
import { xlsxOf } from './xlsx';

export type LeadFormat = LeadExportInput['format'];

export interface LeadFile {
	content: Readable;
	/** Number of shortened cells, once `content` has ended. */
	cutCells: () => number;
}

export const CONTENT_TYPES: Readonly<Record<LeadFormat, string>> = {
	csv: 'text/csv; charset=utf-8; header=present',
	ndjson: 'application/x-ndjson',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file as a stream that reads leads only as fast as its reader. */
export function leadFileOf(
	options: Pick<LeadExportInput, 'format' | 'spreadsheet'>,
	leads: AsyncIterable<LeadGroup>,
	fields: readonly string[],
): LeadFile {
	switch (options.format) {
		case 'csv':
			return whole(csvOf(leads, fields, options.spreadsheet));
		case 'ndjson':
			return whole(ndjsonOf(leads));
		case 'xlsx':
			return xlsxOf(leads, fields);
	}
}

function whole(text: AsyncIterable<string | Buffer>): LeadFile {
	return { content: Readable.from(text, { objectMode: false }), cutCells: () => 0 };
}

/** One lead per line, as JSON with all fields of the service. */
export async function* ndjsonOf(groups: AsyncIterable<LeadGroup>): AsyncGenerator<string | Buffer> {
	for await (const { rows, leads } of groups) yield rows ?? ndjsonRows(leads());
}

function ndjsonRows(leads: readonly Lead[]): string {
	return leads.map((lead) => `${JSON.stringify(lead)}\n`).join('');
}

/** How leads become rows that only have to be put together; undefined for XLSX, which is made as a whole. */
export function rowsOf({ format, spreadsheet }: Pick<LeadExportInput, 'format' | 'spreadsheet'>): RowsOf | undefined {
	if (format === 'xlsx') return undefined;
	return format === 'csv' ? csvRows(spreadsheet) : () => ndjsonRows;
}
