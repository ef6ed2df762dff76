import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { knownTitles } from './columns';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type TableSeparator = (typeof SEPARATORS)[number];

/** Rows that are compared. */
const SAMPLE_ROWS = 50;
/** Excel's own line about the separator, which is no row of the table. */
const EXCEL_LINE = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i;

/** How csv-parse reads every table of ours. */
export const CSV_OPTIONS = {
	record_delimiter: ['\r\n', '\n', '\r'],
	// `5" disk` is no quoted cell. Spreadsheets and other readers take it as it stands.
	relax_quotes: true,
	relax_column_count: true,
	skip_empty_lines: false,
};

const separatorSchema = z.enum(SEPARATORS);
const recordSchema = z.array(z.string());

/** @returns the separator that Excel's line names, and how many characters the line has; null if there is none */
export function excelSeparator(sample: string): { separator: TableSeparator; characters: number } | null {
	const [line, separator] = EXCEL_LINE.exec(sample) ?? [];
	return line === undefined ? null : { separator: separatorSchema.parse(separator), characters: line.length };
}

interface Fit {
	separator: TableSeparator;
	/** Titles that name a field. */
	known: number;
	/** The share of rows with as many cells as there are titles. */
	even: number;
	columns: number;
}

/**
 * The separator with which most titles name a field, then most rows have as many cells as the titles, then the table has
 * most columns.
 * @param sample the beginning of the file, which may end in the middle of a row
 */
export function likelySeparator(sample: string): TableSeparator {
	return SEPARATORS.map((separator) => fitOf(sample, separator)).reduce((best, next) =>
		compare(next, best) > 0 ? next : best,
	).separator;
}

function compare(one: Fit, other: Fit): number {
	return (
		one.known - other.known ||
		Number(one.columns > 1) - Number(other.columns > 1) ||
		one.even - other.even ||
		one.columns - other.columns
	);
}

function fitOf(sample: string, separator: TableSeparator): Fit {
	const records = firstRecords(sample, separator).filter((cells) => cells.some((cell) => cell !== ''));
	const [titles = [], ...rows] = records;
	const even = rows.filter(({ length }) => length === titles.length).length;
	return {
		separator,
		known: knownTitles(titles),
		even: rows.length === 0 ? 1 : even / rows.length,
		columns: titles.length,
	};
}

function firstRecords(sample: string, delimiter: string): string[][] {
	const records: string[][] = [];
	try {
		parse(sample, {
			...CSV_OPTIONS,
			delimiter,
			to: SAMPLE_ROWS,
			on_record: (record: unknown) => {
				records.push(recordSchema.parse(record));
				return null;
			},
		});
	} catch {
		// The sample ends within a cell. What came before it counts.
	}
	return records;
}
