import type { ColumnMapping, TableField } from '../../../workflows/knowledge-sync/columns-contract';
import { FILE_NAME, openSetFile } from './set-file';
import { MOST_ROWS, SourceError, tooManyRows } from '../rows/read-item';
import { isEmpty, notesOf, readTable, titlesIn } from '../tables/read-table';
import type { RawTable } from '../tables/table';

/** What the reader makes of a file, without a row of it as an item. */
export interface TablePreview {
	/** Empty: the file is no table, or has no row. */
	titles: readonly string[];
	/** The column of each field, from 1 on. */
	columns: Partial<Record<TableField, number>>;
	/** The cells of the first rows below the titles. */
	sample: string[][];
	/** How many rows stand below the titles; null: the file is no table. */
	rows: number | null;
	/** What was assumed, in sentences. */
	notes: string[];
	/** Why the rows cannot be read like this, in sentences. Null: they can. */
	problem: string | null;
}

const SAMPLE_ROWS = 5;
/** Of a cell. Characters. */
const LONGEST_CELL = 300;

const NO_TABLE: TablePreview = { titles: [], columns: {}, sample: [], rows: null, notes: [], problem: null };

/**
 * Looks at a file of a set as the task will read it.
 * @param path of the file on this machine
 * @param mapping which column is which field. Default: by their titles
 */
export async function previewTable(path: string, mapping: ColumnMapping | undefined): Promise<TablePreview> {
	try {
		const file = await openSetFile(path);
		return file.kind === 'table' ? await previewOf(file.table, mapping) : NO_TABLE;
	} catch (error) {
		return { ...NO_TABLE, problem: problemIn(error) };
	}
}

async function previewOf(table: RawTable, mapping: ColumnMapping | undefined): Promise<TablePreview> {
	const { titles, row } = await titlesIn(table);
	const below = await rowsBelow(table, row, titles.length);
	const shown = { titles, columns: {}, ...below };
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
		below.sample.push(Array.from({ length: width }, (_, column) => shortened(record.cells[column] ?? '')));
	}
	return below;
}

function shortened(cell: string): string {
	return cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL).toWellFormed()}…` : cell;
}

function problemIn(error: unknown): string {
	if (!(error instanceof SourceError)) throw error;
	return `${FILE_NAME} ${error.message}.`;
}
