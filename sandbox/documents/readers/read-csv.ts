import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { decodeText } from '../decode-text';
import { DocumentError } from '../document-error';
import { tableText } from '../table-text';

const DELIMITERS = [',', ';', '\t', '|'];
const rowsSchema = z.array(z.array(z.string()));

export async function readCsv(path: string): Promise<string> {
	const { CsvError, parse } = await import('csv-parse/sync');
	const text = decodeText(await readFile(path));
	try {
		const rows: unknown = parse(text, {
			delimiter: delimiterOf(text),
			bom: true,
			relax_quotes: true,
			relax_column_count: true,
			skip_empty_lines: true,
		});
		return tableText(rowsSchema.parse(rows));
	} catch (error) {
		if (error instanceof CsvError) throw new DocumentError(`is not valid CSV: ${error.message}`);
		throw error;
	}
}

/** The one that the first line has most of, outside quotes: spreadsheets of half the world write semicolons. */
function delimiterOf(text: string): string {
	const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
	const count = (delimiter: string) => line.split(delimiter).length;
	return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}
