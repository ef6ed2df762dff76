import type { TableField } from '../../../workflows/knowledge-sync/columns-contract';
import { SourceError } from '../rows/read-item';
import { FILE_NAME } from './file-name';

/** What the reader makes of a file, without a row of it as an item. */
export interface TablePreview {
	/** Empty: the file is no table, or has no row. */
	titles: string[];
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

/** @param problem null: the file has rows and no columns */
export function noTable(problem: string | null): TablePreview {
	return { titles: [], columns: {}, sample: [], rows: null, notes: [], problem };
}

/** Why a file cannot be read, as a sentence. @throws any other error */
export function problemIn(error: unknown): string {
	if (!(error instanceof SourceError)) throw error;
	return `${FILE_NAME} ${error.message}.`;
}
