import Table from 'cli-table3';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Screen } from './screen';

type Cell = string | number;

/** A blank at each side of a cell. */
const PADDING = 2;
/** A cell is never narrower than this, in columns of the terminal. */
const NARROWEST = 4;

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
	const texts = rows.map((row) => row.map(String));
	if (screen === null) return table(texts).toString();
	const natural = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => widthOf(row[column] ?? ''))));
	const borders = natural.length + 1;
	const widths = fitWidths(natural, screen.columns - borders - natural.length * PADDING);
	const wrapped = texts.map((row) => row.map((text, column) => wrap(text, widths[column] ?? NARROWEST)));
	return table(wrapped).toString();
}

/** Narrows the widest columns until all fit, and leaves the others as they are. */
function fitWidths(natural: readonly number[], available: number): number[] {
	const widths = [...natural];
	let left = available;
	const ascending = [...natural.entries()].toSorted(([, a], [, b]) => a - b);
	for (const [order, [column, width]] of ascending.entries()) {
		const share = Math.max(NARROWEST, Math.floor(left / (ascending.length - order)));
		widths[column] = Math.min(width, share);
		left -= Math.min(width, share);
	}
	return widths;
}

function widthOf(text: string): number {
	return Math.max(...text.split('\n').map((line) => stringWidth(line)));
}

/** Between words, and inside a word that is longer than a line. */
function wrap(text: string, width: number): string {
	return wrapAnsi(text, width, { hard: true, trim: false });
}
