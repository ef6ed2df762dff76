import stringWidth from 'string-width';
import type { Screen } from './screen';
import { detailTable, listTable } from './table';

const LONG = 'The destination refused the address, because it has no domain and no top-level domain either.';
const ID = `lead-sync~${'0123456789'.repeat(6)}`;
const rows = [
	[ID, 'running', LONG],
	['short~1', 'completed', 'Fine.'],
];
const screen = (columns: number, hasColours = false): Screen => ({ columns, hasColours, timeZone: 'UTC' });
const widths = (table: string) => [...new Set(table.split('\n').map((line) => stringWidth(line)))];
/** All that stands in one column, without the borders. */
const columnOf = (table: string, column: number) =>
	table
		.split('\n')
		.filter((line) => line.startsWith('│'))
		.map((line) => line.split('│')[column + 1]?.trim() ?? '')
		.join('');

test.each([40, 80, 120])('a table fits into a screen of %i columns, and loses nothing', (columns) => {
	const table = listTable(['Task', 'Status', 'Why'], rows, screen(columns));
	const [width = 0, ...others] = widths(table);
	expect(others).toEqual([]);
	expect(width).toBeLessThanOrEqual(columns);
	expect(columnOf(table, 0)).toContain(ID);
	expect(columnOf(table, 2).replaceAll(/\s/g, '')).toContain(LONG.replaceAll(/\s/g, ''));
	expect(columnOf(table, 1)).toContain('running');
	expect(table).not.toContain('…');
});

test('words stay whole as long as they fit, and ids break first', () => {
	const row = [ID, 'running', 'agent_support', '2026-11-23 08:05:12'];
	const table = listTable(['Task', 'Status', 'Agent', 'Started (Europe/Berlin)'], [row], screen(70));
	for (const word of ['running', 'agent_support', 'Started', '(Europe/Berlin)', '2026-11-23', '08:05:12'])
		expect(table).toContain(` ${word} `);
	expect(columnOf(table, 0)).toContain(ID);
});

test('a table that fits is as wide as its content', () => {
	const table = listTable(['Task', 'Status'], [['one', 'running']], screen(200));
	expect(table).toBe(listTable(['Task', 'Status'], [['one', 'running']], null));
});

test('characters of two columns count as two', () => {
	const table = detailTable([['Text', '日本語のとても長い文章です。'.repeat(5)]], screen(40));
	// A line has room for half a character less than the screen.
	expect(widths(table)).toEqual([39]);
});

test('in a pipe nothing wraps or is cut', () => {
	expect(listTable(['Task', 'Status', 'Why'], rows, null)).toContain(`│ ${ID} │ running   │ ${LONG} │`);
});

test('details keep their lines and their indentation, and skip what has no value', () => {
	const table = detailTable(
		[
			['Task', 'one'],
			['Agent', null],
			['Result', JSON.stringify({ file: { name: 'leads.csv' } }, null, 2)],
		],
		screen(60),
	);
	expect(table).not.toContain('Agent');
	expect(table).toContain('│     "name": "leads.csv" │');
});

test('a table without colours has no codes', () => {
	for (const place of [null, screen(60)])
		expect(listTable(['Task', 'Status', 'Why'], rows, place)).not.toContain('\u001b');
});
