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

/** A table with a line per row. On a screen long cells wrap, so that it fits; elsewhere it is as wide as its content. */
export function listTable(head: readonly string[], rows: readonly Cell[][], screen: Screen | null): string {
	return draw([head, ...rows], screen, (cells) => {
		const [title = [], ...lines] = cells;
		const table = new Table({ head: title, style: styleOf(screen) });
		table.push(...lines);
		return table;
	});
}

/** A table with a name and a value per line. Lines without a value are skipped. */
export function detailTable(
	rows: ReadonlyArray<readonly [name: string, value: string | null | undefined]>,
	screen: Screen | null,
): string {
	const lines = rows.flatMap(([name, value]) => (value ? [[name, value]] : []));
	return draw(lines, screen, (cells) => {
		const table = new Table({ style: styleOf(screen) });
		table.push(...cells);
		return table;
	});
}

/** Names no colours of its own. The library's choice does not know NO_COLOR. */
function styleOf(screen: Screen | null) {
	return { head: [], border: screen?.hasColours ? ['grey'] : [] };
}

function draw(
	rows: ReadonlyArray<readonly Cell[]>,
	screen: Screen | null,
	table: (cells: string[][]) => InstanceType<typeof Table>,
): string {
	const texts = rows.map((row) => row.map((cell) => visibleText(String(cell)).replaceAll('\t', ' ')));
	if (screen === null) return table(texts).toString();
	const columns = (texts[0] ?? []).map((_, column) => texts.map((row) => row[column] ?? ''));
	const borders = columns.length + 1;
	const widths = fitWidths(columns, screen.columns - borders - columns.length * PADDING);
	const wrapped = texts.map((row) => row.map((text, column) => wrap(text, widths[column] ?? NARROWEST)));
	return table(wrapped).toString();
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
	const words = texts.flatMap((text) => text.split(/\s+/)).map((word) => stringWidth(word));
	return Math.max(NARROWEST, ...words.filter((width) => width <= LONGEST_WORD));
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

/** Between words, and inside a word that is longer than a line. */
function wrap(text: string, width: number): string {
	return wrapAnsi(text, width, { hard: true, trim: false });
}
