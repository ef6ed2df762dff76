import { shortText } from '../../../workflows/task/failure';
import type { Cell } from '../tables/csv-dialect';
import type { Column } from './columns';

/** A date is shown in UTC: a cell has no time zone. */
export type SheetCell = Cell | Date;

export interface SheetColumn {
	title: string;
	cell: (lead: Parameters<Column['cell']>[0]) => SheetCell;
}

/** The index of the style of dates (`workbook-parts.ts`). */
export const DATE_STYLE = 1;

const DAY_MS = 24 * 3_600_000;
/** Day 0 of a workbook (ECMA-376, part 1, 18.17.4.1). */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Before that, programs disagree: some know of a 29 February 1900. */
const FIRST_MS = Date.UTC(1900, 2, 1);
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The columns of a table as a sheet has them: the time of capture is a date, whose title says its time zone. */
export function sheetColumns(columns: readonly Column[]): SheetColumn[] {
	return columns.map((column) =>
		column.title === 'capturedAt'
			? { title: 'capturedAt (UTC)', cell: ({ capturedAt }) => dateOf(capturedAt) }
			: column,
	);
}

/** The text itself, if it is no time that a sheet can hold. */
function dateOf(text: string): SheetCell {
	const ms = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
	return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : text;
}

/** Longest text of a cell. */
export const MOST_CHARACTERS = 32_767;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold, and text that looks like their escape. */
const UNWRITABLE = /[^\t\n\u0020-\uFFFD]|_(?=x[0-9A-Fa-f]{4}_)/g;

/**
 * A cell of a sheet, never a formula. The text is inside the cell, so that no table of texts grows in memory.
 * @param reference its column and row, as in `B7`
 */
export function cellXml(cell: SheetCell, reference: string): string {
	if (cell === '') return `<c r="${reference}"/>`;
	if (cell instanceof Date) return `<c r="${reference}" s="${DATE_STYLE}"><v>${daysOf(cell)}</v></c>`;
	if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${reference}"><v>${cell}</v></c>`;
	return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${textXml(String(cell))}</t></is></c>`;
}

function daysOf(date: Date): number {
	return (date.getTime() - EPOCH_MS) / DAY_MS;
}

function textXml(text: string): string {
	return shortText(text, MOST_CHARACTERS)
		.replace(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
		.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);
}

/** 0 -> A, 25 -> Z, 26 -> AA. */
export function columnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
