import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readArchive } from './archive';
import { decodeText } from './decode-text';
import { DocumentError } from './document-format';

const DELIMITERS = [',', ';', '\t', '|'];
const csvRowsSchema = z.array(z.array(z.string()));

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
		return tableText(csvRowsSchema.parse(rows));
	} catch (error) {
		if (error instanceof CsvError) throw new DocumentError(`is not valid CSV: ${error.message}`);
		throw error;
	}
}

/** The separator that occurs most often in the first line, outside quotes. Many spreadsheets use semicolons. */
function delimiterOf(text: string): string {
	const line = (/^.*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
	const count = (delimiter: string) => line.split(delimiter).length;
	return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Rows of a sheet; further rows are skipped. */
const MAX_ROWS = 50_000;
const sheetRowsSchema = z.array(z.array(z.coerce.string()));

/** Every sheet of an XLSX file, with its name and the displayed values of its cells. */
export async function readXlsx(path: string): Promise<string> {
	await readArchive(path);
	return readXls(path);
}

/** The same for an XLS file, which is not an archive. */
export async function readXls(path: string): Promise<string> {
	const { utils } = await import('@e965/xlsx');
	const workbook = await parseWorkbook(await readFile(path));
	return workbook.SheetNames.flatMap((name) => {
		const sheet = workbook.Sheets[name];
		if (!sheet) return [];
		// Formatted text, without empty rows: a sheet may claim a million of them.
		const rows = utils.sheet_to_json(sheet, { header: 1, raw: false, blankrows: false, defval: '' });
		const text = tableText(sheetRowsSchema.parse(rows));
		return text === '' ? [] : `${name}\n\n${text}`;
	}).join('\n\n');
}

async function parseWorkbook(content: Buffer) {
	const { read } = await import('@e965/xlsx');
	try {
		return read(content, { dense: true, sheetRows: MAX_ROWS, cellFormula: false, cellHTML: false, bookVBA: false });
	} catch (error) {
		const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
		throw new DocumentError(isLocked ? 'is protected by a password' : 'is damaged: it is not a valid workbook');
	}
}

/**
 * Turns a table into text, with one paragraph per row and the column heading before each value. So a single row still
 * explains its values.
 */
function tableText(rows: string[][]): string {
	const filled = rows
		.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
		.filter((row) => row.some((cell) => cell !== ''));
	const [headings = [], ...body] = filled;
	if (!isHeading(headings) || body.length === 0) return filled.map(plainRow).join('\n\n');
	return body.map((row) => rowWithHeadings(headings, row)).join('\n\n');
}

/** A first row of words without a number, and one for each column. */
function isHeading(row: string[]): boolean {
	return row.length > 1 && row.every((cell) => cell !== '' && !/^[\d\s.,%€$£-]+$/.test(cell));
}

function plainRow(row: string[]): string {
	return row.filter((cell) => cell !== '').join(', ');
}

function rowWithHeadings(headings: string[], row: string[]): string {
	return row
		.flatMap((cell, column) => {
			if (cell === '') return [];
			const heading = headings[column];
			return heading === undefined ? cell : `${heading}: ${cell}`;
		})
		.join('\n');
}
