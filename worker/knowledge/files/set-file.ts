import { open } from 'node:fs/promises';
import { openArchive } from '../archives/archive';
import { fileSource, type Source } from '../sources/source';
import { openCsv } from '../tables/csv-table';
import type { RawTable } from '../tables/table';
import { openXlsx } from '../tables/xlsx-table';

/** What a file of a set is. Only a table has columns. */
export type SetFile =
	| { kind: 'table'; table: RawTable }
	| { kind: 'archive'; path: string }
	| { kind: 'lines'; source: Source };

/** Its name in messages: nobody knows the name of an upload. */
export const FILE_NAME = 'The file';
/** Bytes that say what a file is. */
const BEGIN = 1_000;
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** A workbook is an archive with this entry. */
const OF_WORKBOOK = 'xl/workbook.xml';

/**
 * Says by the content what a file is: CSV, XLSX, NDJSON, or a ZIP archive of files.
 * @param path of the file on this machine
 * @throws SourceError if it cannot be read as that
 */
export async function openSetFile(path: string): Promise<SetFile> {
	const begin = await beginOf(path);
	if (begin.subarray(0, ZIP.length).equals(ZIP))
		return (await isWorkbook(path))
			? { kind: 'table', table: await openXlsx(path, FILE_NAME) }
			: { kind: 'archive', path };
	const source = fileSource(path, FILE_NAME);
	return beginIn(begin).startsWith('{') ? { kind: 'lines', source } : { kind: 'table', table: await openCsv(source) };
}

/** The beginning of a file as a text, without what stands before its first character. */
export function beginIn(bytes: Buffer): string {
	return bytes.subarray(0, BEGIN).toString('utf8').replace('\uFEFF', '').trimStart();
}

async function beginOf(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGIN), 0, BEGIN, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

async function isWorkbook(path: string): Promise<boolean> {
	const archive = await openArchive(path);
	archive.close();
	return archive.entries.some(({ fileNameRaw }) => fileNameRaw.toString('latin1') === OF_WORKBOOK);
}
