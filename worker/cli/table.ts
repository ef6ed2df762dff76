import Table from 'cli-table3';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { visibleText } from '../../api';
import type { Screen } from './screen';

type Cell = string | number;

/** A blank at each side of a cell. */
const PADDING = 2;
/** In columns of the terminal. */
const NARROWEST = 8;
/** A longer word, such as an id, may break anywhere. */
const LONGEST_WORD = 24;

/**
 * A table with a line per row. On a screen long cells wrap, so that it fits; elsewhere it is as wide as its content. If
 * ids would have to break, each stands above its row instead, because people copy them.
 * @param idColumns how many of the first columns hold ids
 */
export function listTable(
	head: readonly string[],
	rows: readonly Cell[][],
	screen: Screen | null,
	idColumns = 1,
): string {
	const all = textsOf([head, ...rows]);
	if (screen !== null && breaksWords(columnsOf(all), idColumns, screen)) return stackedTable(all, screen, idColumns);
	return tableOf(screen === null ? all : wrapped(all, screen), screen);
}

/** Each id has a line of its own, as wide as the screen if it must be. The other cells follow below it. */
function stackedTable(rows: readonly string[][], screen: Screen, idColumns: number): string {
	const others = wrapped(
		rows.map((row) => row.slice(idColumns)),
		screen,
	);
	const span = others[0]?.length ?? 1;
	const table = new Table({ style: styleOf(screen) });
	for (const [index, row] of rows.entries()) {
		const ids = row.slice(0, idColumns).filter((id) => id !== '');
		for (const id of ids) table.push([{ content: wrap(id, screen.columns - 2 - PADDING), colSpan: span }]);
		table.push(others[index] ?? []);
	}
	return table.toString();
}

/** A table with a name and a value per line. Lines without a value are skipped. */
export function detailTable(
	rows: ReadonlyArray<readonly [name: string, value: string | null | undefined]>,
	screen: Screen | null,
): string {
	const texts = textsOf(rows.flatMap(([name, value]) => (value ? [[name, value]] : [])));
	return tableOf(screen === null ? texts : wrapped(texts, screen), screen);
}

/** The library takes minutes for one cell of a hundred lines, so each line is a row of its table. */
function tableOf(rows: readonly string[][], screen: Screen | null): string {
	const cells = rows.map((row) => row.map((text) => text.split('\n')));
	const heights = cells.map((row) => Math.max(...row.map((lines) => lines.length)));
	const table = new Table({ style: { ...styleOf(screen), compact: true } });
	for (const [index, row] of cells.entries())
		for (let line = 0; line < (heights[index] ?? 0); line += 1) table.push(row.map((lines) => lines[line] ?? ''));
	const [top = '', ...drawn] = table.toString().split('\n');
	const between = top.replaceAll('┌', '├').replaceAll('┬', '┼').replaceAll('┐', '┤');
	const parts = heights.map((height, index) => [index === 0 ? top : between, ...drawn.splice(0, height)]);
	return [...parts.flat(), ...drawn].join('\n');
}

/** Names no colours of its own. The library's choice does not know NO_COLOR. */
function styleOf(screen: Screen | null) {
	return { head: [], border: screen?.hasColours ? ['grey'] : [] };
}

function textsOf(rows: ReadonlyArray<readonly Cell[]>): string[][] {
	return rows.map((row) => row.map((cell) => visibleText(String(cell)).replaceAll('\t', ' ')));
}

function columnsOf(rows: ReadonlyArray<readonly string[]>): string[][] {
	return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
}

function wrapped(rows: readonly string[][], screen: Screen): string[][] {
	const widths = fitWidths(columnsOf(rows), roomIn(screen, rows[0]?.length ?? 0));
	return rows.map((row) => row.map((text, column) => wrap(text, widths[column] ?? NARROWEST)));
}

/** Whether a word in one of the first columns has no room in a line. */
function breaksWords(columns: ReadonlyArray<readonly string[]>, count: number, screen: Screen): boolean {
	if (columns.length <= count) return false;
	const widths = fitWidths(columns, roomIn(screen, columns.length));
	return columns.slice(0, count).some((texts, column) => longestWordOf(texts) > (widths[column] ?? 0));
}

/** Columns of the screen without borders and padding. */
function roomIn(screen: Screen, columns: number): number {
	return screen.columns - (columns + 1) - columns * PADDING;
}

/** The width of each column: all of it if it fits, else with whole words if those fit. */
function fitWidths(columns: ReadonlyArray<readonly string[]>, available: number): number[] {
	const natural = columns.map(widthOf);
	const least = columns.map((texts, column) => Math.min(natural[column] ?? 0, leastWidthOf(texts)));
	const left = available - sum(least);
	if (left < 0) return share(least, available).map((width) => Math.max(1, width));
	const extra = share(
		natural.map((width, column) => width - (least[column] ?? 0)),
		left,
	);
	return least.map((width, column) => width + (extra[column] ?? 0));
}

/** Gives each what it wants. If that is too much, those who want most get the same. */
function share(wanted: readonly number[], available: number): number[] {
	const given = [...wanted];
	let left = available;
	const ascending = [...wanted.entries()].toSorted(([, a], [, b]) => a - b);
	for (const [order, [index, want]] of ascending.entries()) {
		const fair = Math.floor(left / (ascending.length - order));
		given[index] = Math.min(want, fair);
		left -= Math.min(want, fair);
	}
	return given;
}

function widthOf(texts: readonly string[]): number {
	return Math.max(...texts.flatMap((text) => text.split('\n')).map((line) => stringWidth(line)));
}

function leastWidthOf(texts: readonly string[]): number {
	return Math.max(NARROWEST, ...wordWidths(texts).filter((width) => width <= LONGEST_WORD));
}

function longestWordOf(texts: readonly string[]): number {
	return Math.max(0, ...wordWidths(texts));
}

function wordWidths(texts: readonly string[]): number[] {
	return texts.flatMap((text) => text.split(/\s+/)).map((word) => stringWidth(word));
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

/** Between words, and inside a word that is longer than a line. */
function wrap(text: string, width: number): string {
	return wrapAnsi(text, width, { hard: true, trim: false });
}
