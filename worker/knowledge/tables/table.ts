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
