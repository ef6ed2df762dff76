import { Readable } from 'node:stream';
import type { Lead } from '../../../api';
import type { LeadExportInput } from '../../../workflows/export/contract';
import { csvOf } from './csv';
import { xlsxOf } from './xlsx';

export type LeadFormat = LeadExportInput['format'];

export interface LeadFile {
	content: Readable;
	/** Cells that were cut, once `content` has ended. */
	cutCells: () => number;
}

export const CONTENT_TYPES: Readonly<Record<LeadFormat, string>> = {
	csv: 'text/csv; charset=utf-8; header=present',
	ndjson: 'application/x-ndjson',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file as a stream that takes leads no faster than it is read. */
export function leadFileOf(
	options: Pick<LeadExportInput, 'format' | 'bom' | 'escapeFormulas'>,
	leads: AsyncIterable<Lead[]>,
	fields: readonly string[],
): LeadFile {
	switch (options.format) {
		case 'csv':
			return whole(csvOf(leads, fields, options));
		case 'ndjson':
			return whole(ndjsonOf(leads));
		case 'xlsx':
			return xlsxOf(leads, fields);
	}
}

function whole(text: AsyncIterable<string>): LeadFile {
	return { content: Readable.from(text), cutCells: () => 0 };
}

/** A lead a line, as JSON, with everything that the service shows of it. */
export async function* ndjsonOf(leads: AsyncIterable<Lead[]>): AsyncGenerator<string> {
	for await (const some of leads) yield some.map((lead) => `${JSON.stringify(lead)}\n`).join('');
}
