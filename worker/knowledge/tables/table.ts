import { MOST_COLUMNS } from '../../../workflows/knowledge-sync/columns-contract';
import { SourceError } from '../rows/read-item';

/** A row of a table, as it stands in the file. */
export interface TableRecord {
	/** As a spreadsheet numbers it, from 1 on. The titles are a record too. */
	row: number;
	cells: readonly string[];
	/** Cells that show no value, by their column from 0 on, with the reason. */
	faults?: ReadonlyMap<number, string>;
}

/** The rest of a table cannot be read. */
export interface TableBreak {
	row: number;
	/** As a sentence. */
	broken: string;
}

/** The rows of a file, before anybody knows what its columns mean. */
export interface RawTable {
	name: string;
	/** What was assumed about the file, as the ends of sentences that begin with its name. */
	notes: readonly string[];
	/** All rows, the titles first. Each call reads from the start. @throws SourceError */
	records: () => AsyncIterable<TableRecord | TableBreak>;
}

/** The cells of a row without the empty ones at its end. @throws SourceError if they are more than any spreadsheet has */
export function usedCells(cells: readonly string[]): readonly string[] {
	const used = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
	if (used.length > MOST_COLUMNS)
		throw new SourceError(`has more than ${MOST_COLUMNS} columns. Remove those that no field takes`);
	return used;
}
