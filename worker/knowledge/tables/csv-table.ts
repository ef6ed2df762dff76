import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { SourceError } from '../rows/read-item';
import type { Source } from '../sources/source';
import { textOf } from '../sources/text';
import { CSV_OPTIONS, excelSeparator, likelySeparator, type TableSeparator } from './separator';
import { type RawTable, type TableBreak, type TableRecord, usedCells } from './table';

/** Enough of a file to find its separator. Characters. */
const SAMPLE = 64 * 1024;
/** Longer than any row: an answer of 1 MB, each of its quotes doubled, and what stands beside it. Bytes. */
const LONGEST_ROW = 4 * 1024 * 1024;

const NAMES: Readonly<Record<TableSeparator, string>> = {
	',': 'commas',
	';': 'semicolons',
	'\t': 'tabs',
	'|': 'vertical bars',
};

export interface CsvOptions {
	/** Default: detected. */
	separator?: TableSeparator;
	/** As `TextDecoder` names it. Default: detected. */
	encoding?: string;
}

/**
 * A CSV file, of which nothing is kept in memory but the row that is read.
 * @throws SourceError if it is empty, larger than 200 MB, or no text
 */
export async function openCsv(source: Source, options: CsvOptions = {}): Promise<RawTable> {
	const text = await textOf(source, options.encoding);
	const sample = await beginningOf(text.pieces());
	if (sample.trim() === '') throw new SourceError('is empty. Write titles into its first row, and a row below them');
	const excel = excelSeparator(sample);
	const separator = options.separator ?? excel?.separator ?? likelySeparator(sample);
	return {
		name: source.name,
		notes: [...(text.note === null ? [] : [text.note]), `was read with ${NAMES[separator]} between its columns`],
		records: () => recordsOf(without(excel?.characters ?? 0, text.pieces()), separator, excel === null ? 1 : 2),
	};
}

async function beginningOf(pieces: AsyncIterable<string>): Promise<string> {
	let sample = '';
	for await (const piece of pieces) {
		sample += piece;
		if (sample.length >= SAMPLE) break;
	}
	return sample.slice(0, SAMPLE);
}

/** Excel's line is the beginning of the first piece, or longer. */
async function* without(characters: number, pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let left = characters;
	for await (const piece of pieces) {
		const rest = piece.slice(left);
		left = Math.max(0, left - piece.length);
		if (rest !== '') yield rest;
	}
}

const recordSchema = z.array(z.string());

/** The library drops what it has read before a fault if it is read as a stream, so that rows are collected a piece. */
async function* recordsOf(
	pieces: AsyncIterable<string>,
	delimiter: string,
	first: number,
): AsyncGenerator<TableRecord | TableBreak> {
	const records: string[][] = [];
	const parser = parse({
		...CSV_OPTIONS,
		delimiter,
		max_record_size: LONGEST_ROW,
		on_record: (record: unknown) => {
			records.push(recordSchema.parse(record));
			return null;
		},
	});
	// Each write reports it, and so does the end.
	parser.on('error', () => undefined);
	parser.resume();
	let row = first;
	const since = function* () {
		for (const cells of records.splice(0)) {
			yield { row, cells: usedCells(cells) };
			row += 1;
		}
	};
	for await (const piece of pieces) {
		const fault = await outcome((done) => parser.write(piece, done));
		yield* since();
		if (fault !== null) {
			yield breakAt(row, fault);
			return;
		}
	}
	const fault = await outcome((done) => parser.end(done));
	yield* since();
	if (fault !== null) yield breakAt(row, fault);
}

function outcome(work: (done: (error?: Error | null) => void) => void): Promise<Error | null> {
	return new Promise((resolve) => {
		work((error) => {
			resolve(error ?? null);
		});
	});
}

function breakAt(row: number, error: Error): TableBreak {
	if (!(error instanceof CsvError)) throw error;
	return { row, broken: breakText(error) };
}

function breakText({ code }: CsvError): string {
	if (code === 'CSV_QUOTE_NOT_CLOSED')
		return 'A quoted cell begins here and never ends. Close the quote: everything below may be part of this cell.';
	if (code === 'CSV_MAX_RECORD_SIZE')
		return 'This row is longer than any row may be. Close the quote of its cell, or shorten it.';
	return 'This row and those below cannot be read as CSV. Save the file again as CSV.';
}
