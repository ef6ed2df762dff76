import { openArchive } from '../archives/archive';
import { beginIn, beginOf } from './begin';
import { FILE_NAME } from './file-name';
import { fileSource, type Source } from '../sources/source';
import { openCsv } from '../tables/csv-table';
import type { RawTable } from '../tables/table';
import { openXlsx } from '../tables/xlsx-table';

/** What a file of a set is. Only a table has columns. */
export type SetFile =
	| { kind: 'table'; table: RawTable }
	| { kind: 'archive'; path: string }
	| { kind: 'lines'; source: Source };

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

async function isWorkbook(path: string): Promise<boolean> {
	const archive = await openArchive(path);
	archive.close();
	return archive.entries.some(({ fileNameRaw }) => fileNameRaw.toString('latin1') === OF_WORKBOOK);
}
