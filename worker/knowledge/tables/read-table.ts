import type { ColumnMapping, TableField } from '../../../workflows/knowledge-sync/columns-contract';
import { harmlessCell } from '../../storage/tables/spreadsheet-cell';
import { MOST_ROWS, type Place, type ReadItem, type RowProblem, SourceError, tooManyRows } from '../rows/read-item';
import { readItemOf } from '../rows/wanted-row';
import { someOf } from '../rows/some-of';
import { type FieldColumns, guessColumns, mappedColumns, plainTitle, REASON_TITLE } from './columns';
import { type RawTable, type TableRecord, usedCells } from './table';

export interface TableOptions {
	/** Which column is which field. Default: by their titles. */
	mapping?: ColumnMapping;
	/** Whether the first row has titles. Without them, `mapping` is needed. Default: true. */
	hasTitles?: boolean;
	/**
	 * Whether cells have an apostrophe before what a spreadsheet takes as a formula, which is removed again. Default: only
	 * in a file of refused rows, which has a column for the reasons.
	 */
	isEscaped?: boolean;
}

/** A table of which is known what its columns mean. */
export interface ReadableTable {
	titles: readonly string[];
	/** The column of each field, from 0 on. */
	columns: FieldColumns;
	/** Titles of columns that no field takes. */
	unused: readonly string[];
	/** What was assumed about the file, as the ends of sentences that begin with its name. */
	notes: readonly string[];
	/** The rows below the titles. Empty ones are skipped. @throws SourceError if there are more than 20,000 */
	items: () => AsyncGenerator<ReadItem>;
}

/**
 * Finds out what the columns of a table mean.
 * @throws SourceError if that is not clear
 */
export async function readTable(
	table: RawTable,
	{ mapping, hasTitles = true, isEscaped = false }: TableOptions = {},
): Promise<ReadableTable> {
	const head = await firstRow(table);
	const titles = hasTitles ? head.cells : head.cells.map((_, index) => String(index + 1));
	if (mapping === undefined && !hasTitles)
		throw new SourceError('has no titles, so say which column is which field, by the number of the column');
	const columns = mapping === undefined ? guessColumns(titles) : mappedColumns(titles, mapping, hasTitles);
	const taken = new Set(columns.values());
	const reason = titles.findIndex((title) => plainTitle(title) === REASON_TITLE);
	return {
		titles,
		columns,
		unused: titles.filter((title, index) => title !== '' && index !== reason && !taken.has(index)),
		notes: table.notes,
		items: () =>
			itemsOf(table, {
				titles,
				columns,
				from: hasTitles ? head.row + 1 : head.row,
				wasHarmless: isEscaped || reason !== -1,
			}),
	};
}

/** What was assumed about a table, in sentences. @param name of the file */
export function notesOf({ notes, unused }: Pick<ReadableTable, 'notes' | 'unused'>, name: string): string[] {
	const more = unused.length === 0 ? [] : [`has columns that no field takes: ${someOf(unused)}`];
	return [...notes, ...more].map((note) => `${name} ${note}.`);
}

/** The titles of a table, and the number of their row. @throws SourceError if no row can be read */
export async function titlesIn(table: RawTable): Promise<{ titles: readonly string[]; row: number }> {
	const { cells, row } = await firstRow(table);
	return { titles: cells, row };
}

/** The first row that is not empty. */
async function firstRow(table: RawTable): Promise<TableRecord> {
	for await (const record of table.records()) {
		if ('broken' in record) break;
		if (!isEmpty(record)) return { ...record, cells: usedCells(record.cells) };
	}
	throw new SourceError('has no row that can be read. Write titles into its first row, and a row below them');
}

export function isEmpty({ cells, faults }: TableRecord): boolean {
	return (faults?.size ?? 0) === 0 && cells.every((cell) => cell.trim() === '');
}

interface Meaning {
	titles: readonly string[];
	columns: FieldColumns;
	/** The first row below the titles. */
	from: number;
	/** Whether the file has apostrophes before what a spreadsheet takes as a formula. */
	wasHarmless: boolean;
}

async function* itemsOf(table: RawTable, meaning: Meaning): AsyncGenerator<ReadItem> {
	let count = 0;
	for await (const record of table.records()) {
		const place = { source: table.name, row: record.row };
		if ('broken' in record) {
			yield { kind: 'broken', place, reason: record.broken };
			return;
		}
		if (record.row < meaning.from || isEmpty(record)) continue;
		count += 1;
		if (count > MOST_ROWS) throw tooManyRows();
		const cells = meaning.wasHarmless ? record.cells.map(asItWas) : record.cells;
		const item = itemOf({ ...record, cells }, place, meaning);
		yield item.kind === 'broken' ? item : { ...item, cells };
	}
}

function itemOf({ cells, faults }: TableRecord, place: Place, { titles, columns }: Meaning): ReadItem {
	const problems: RowProblem[] = [];
	if (usedCells(cells).length > titles.length)
		problems.push({
			field: null,
			reason: `has more than the ${titles.length} cells of the titles. Put a cell that contains the separator into quotes`,
		});
	const fields: Partial<Record<TableField, unknown>> = {};
	for (const [field, column] of columns) {
		const fault = faults?.get(column);
		if (fault !== undefined) problems.push({ field, reason: fault });
		const text = cells[column] ?? '';
		if (text.trim() === '') continue;
		fields[field] = valueOf(field, text);
		if (fields[field] === undefined)
			problems.push({ field, reason: 'must be true or false; yes, no, 1 and 0 are understood too' });
	}
	return problems.length > 0 ? { kind: 'refused', place, problems } : readItemOf(fields, place);
}

/** As spreadsheets write them, also in German, French and Spanish. */
const YES = ['true', 'yes', 'y', '1', 'x', 'on', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí'];
const NO = ['false', 'no', 'n', '0', 'off', 'falsch', 'nein', 'faux', 'non', 'falso'];

/** @returns undefined if the text is no value of the field */
function valueOf(field: TableField, text: string): unknown {
	if (field === 'type') return text.trim().toLowerCase();
	if (field === 'url') return text.trim();
	if (field !== 'enabled') return text;
	const plain = text.trim().toLowerCase();
	return YES.includes(plain) ? true : NO.includes(plain) ? false : undefined;
}

/** An apostrophe where `harmlessCell` puts one: before what some program takes as a formula, or does not show. */
const APOSTROPHE = /(^|[;\t\r\n])'(?=[\t\r]|[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

/** The text that `harmlessCell` changed. */
function asItWas(cell: string): string {
	const text = cell.replaceAll(APOSTROPHE, '$1');
	return text !== cell && harmlessCell(text, 'comma') === cell ? text : cell;
}
