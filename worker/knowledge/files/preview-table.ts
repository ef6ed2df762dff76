import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { FILE_NAME } from './file-name';
import { openSetFile } from './set-file';
import { MOST_ROWS, tooManyRows } from '../rows/read-item';
import { isEmpty, notesOf, readTable, titlesIn } from '../tables/read-table';
import type { RawTable } from '../tables/table';
import { noTable, problemIn, type TablePreview } from './table-preview';

const SAMPLE_ROWS = 5;
/** Of a cell. Characters. */
const LONGEST_CELL = 300;

/** A page shows no more columns. The task reads all. */
const MOST_TITLES = 500;

/**
 * Looks at a file of a set as the task will read it.
 * @param path of the file on this machine
 * @param mapping which column is which field. Default: by their titles
 */
export async function previewTable(path: string, mapping: ColumnMapping | undefined): Promise<TablePreview> {
	try {
		const file = await openSetFile(path);
		return file.kind === 'table' ? await previewOf(file.table, mapping) : noTable(null);
	} catch (error) {
		return noTable(problemIn(error));
	}
}

async function previewOf(table: RawTable, mapping: ColumnMapping | undefined): Promise<TablePreview> {
	const { titles, row } = await titlesIn(table);
	const below = await rowsBelow(table, row, titles.length);
	const shown = { titles: titles.slice(0, MOST_TITLES).map(shortened), columns: {}, ...below };
	try {
		const read = await readTable(table, mapping === undefined ? {} : { mapping });
		const columns = Object.fromEntries([...read.columns].map(([field, column]) => [field, column + 1]));
		if (below.rows > MOST_ROWS) throw tooManyRows();
		return { ...shown, columns, notes: [...notesOf(read, FILE_NAME), ...below.notes], problem: null };
	} catch (error) {
		const notes = [...notesOf({ notes: table.notes, unused: [] }, FILE_NAME), ...below.notes];
		return { ...shown, notes, problem: problemIn(error) };
	}
}

async function rowsBelow(table: RawTable, head: number, width: number) {
	const below = { sample: [] as string[][], rows: 0, notes: [] as string[] };
	for await (const record of table.records()) {
		if ('broken' in record) {
			below.notes.push(`Row ${record.row}: ${record.broken}`);
			break;
		}
		if (record.row <= head || isEmpty(record)) continue;
		below.rows += 1;
		if (below.rows > MOST_ROWS) break;
		if (below.rows > SAMPLE_ROWS) continue;
		below.sample.push(
			Array.from({ length: Math.min(width, MOST_TITLES) }, (_, column) => shortened(record.cells[column] ?? '')),
		);
	}
	return below;
}

function shortened(cell: string): string {
	return cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL).toWellFormed()}…` : cell;
}
