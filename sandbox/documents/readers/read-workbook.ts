import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readArchive } from '../archive';
import { DocumentError } from '../document-error';
import { tableText } from '../table-text';

/** Rows of a sheet; what is below is left out. */
const MOST_ROWS = 50_000;
const rowsSchema = z.array(z.array(z.coerce.string()));

/** Every sheet of an XLSX file, with its name and the cells as they are shown. */
export async function readXlsx(path: string): Promise<string> {
	await readArchive(path);
	return readXls(path);
}

/** The same of an XLS file, which is no archive. */
export async function readXls(path: string): Promise<string> {
	const { utils } = await import('@e965/xlsx');
	const workbook = await parse(await readFile(path));
	return workbook.SheetNames.flatMap((name) => {
		const sheet = workbook.Sheets[name];
		if (!sheet) return [];
		// Text as it is formatted, and no row for a line that is empty: a sheet may claim a million of them.
		const rows = utils.sheet_to_json(sheet, { header: 1, raw: false, blankrows: false, defval: '' });
		const text = tableText(rowsSchema.parse(rows));
		return text === '' ? [] : `${name}\n\n${text}`;
	}).join('\n\n');
}

async function parse(content: Buffer) {
	const { read } = await import('@e965/xlsx');
	try {
		return read(content, { dense: true, sheetRows: MOST_ROWS, cellFormula: false, cellHTML: false, bookVBA: false });
	} catch (error) {
		const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
		throw new DocumentError(isLocked ? 'is protected by a password' : 'is damaged: it is not a valid workbook');
	}
}
