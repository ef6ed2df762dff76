import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';

/** Where a row stands, as its writer finds it. */
export interface Place {
	/** The file, its path in an archive or folder, or the address of a sitemap. */
	source: string;
	/** As a spreadsheet numbers it: the line of titles is row 1. Of a text file: the line. Default: the whole source. */
	row?: number;
}

/** Why a row cannot be used. It never contains the row's text. */
export interface RowProblem {
	/** The field or the title of its column; null: the whole row. */
	field: string | null;
	/** What is wrong and what to do, as the end of a sentence that begins with the field. */
	reason: string;
}

/** A row that an agent should know. */
export interface WantedItem {
	kind: 'wanted';
	place: Place;
	row: WantedRow;
	/** Of a table: the row as it was read. */
	cells?: readonly string[];
}

/** A row that cannot be used. The rows around it can. */
export interface RefusedItem {
	kind: 'refused';
	place: Place;
	problems: readonly RowProblem[];
	/** Of a table: the row as it was read. */
	cells?: readonly string[];
}

/**
 * A part of the source that could not be read whole, so that rows may be missing. A set with such a part is not the whole
 * set: nothing may be deleted by it.
 */
export interface BrokenItem {
	kind: 'broken';
	place: Place;
	/** What is wrong and what to do, as a sentence. */
	reason: string;
}

/** What a reader finds, in the order of the source. */
export type ReadItem = WantedItem | RefusedItem | BrokenItem;

/** The most rows of a set. */
export const MOST_ROWS = 20_000;
/** The most bytes of an upload, and of what an archive unpacks to. */
export const MOST_BYTES = 200 * 1024 * 1024;

/** A source that gives no rows at all. The message says what is wrong and what to do; it does not repeat the content. */
export class SourceError extends Error {
	override readonly name = 'SourceError';
}

/** `qa.csv, row 3` */
export function placeText({ source, row }: Place): string {
	return row === undefined ? source : `${source}, row ${row}`;
}

/** A problem as a sentence: `qa.csv, row 3: question is missing`. */
export function problemText(place: Place, { field, reason }: RowProblem): string {
	return `${placeText(place)}: ${field === null ? '' : `${field} `}${reason}`;
}

/** All problems of a row, in one text: `question is missing. answer is empty` */
export function problemsText(problems: readonly RowProblem[]): string {
	return problems.map(({ field, reason }) => (field === null ? reason : `${field} ${reason}`)).join('. ');
}

/** What a source has, by its kinds. */
export interface ReadRows {
	wanted: WantedItem[];
	refused: RefusedItem[];
	/** Not empty: rows may be missing, so that nothing may be deleted by this set. */
	broken: BrokenItem[];
}

/**
 * Reads a source to its end.
 * @throws SourceError if it gives no rows at all, or more than `MOST_ROWS`
 */
export async function collectRows(items: AsyncIterable<ReadItem>): Promise<ReadRows> {
	const read: ReadRows = { wanted: [], refused: [], broken: [] };
	for await (const item of items) {
		if (item.kind === 'wanted') read.wanted.push(item);
		else if (item.kind === 'refused') read.refused.push(item);
		else read.broken.push(item);
		if (read.wanted.length + read.refused.length > MOST_ROWS) throw tooManyRows();
	}
	return read;
}

/** Columns were named for a source that has none. */
export function notMapped(): SourceError {
	return new SourceError('is no table, so it has no columns. Remove columns, or name a CSV or XLSX file');
}

/** A source has more than `MOST_ROWS`. */
export function tooManyRows(): SourceError {
	return new SourceError(`has more than ${MOST_ROWS} rows. Split it into several sets`);
}
