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

/** All that stands in lines without inner borders. */
const textOf = (table: string) =>
	table
		.split('\n')
		.filter((line) => /^│[^│]*│$/.test(line))
		.map((line) => line.slice(1, -1).trim())
		.join('');

test.each([40, 80])('a table fits into a screen of %i columns, and loses nothing', (columns) => {
	const table = listTable(['Task', 'Status', 'Why'], rows, screen(columns));
	const [width = 0, ...others] = widths(table);
	expect(others).toEqual([]);
	expect(width).toBeLessThanOrEqual(columns);
	expect(textOf(table)).toContain(ID);
	// The id stands above the other columns.
	expect(columnOf(table, 1).replaceAll(/\s/g, '')).toContain(LONG.replaceAll(/\s/g, ''));
	expect(table).toContain('running');
	expect(table).not.toContain('…');
});

const TASK = `email-send-with-review~${'Ab3_'.repeat(7)}`;

test.each([
	[80, 1],
	[72, 1],
	[80, 2],
])('at %i columns an id keeps its line, with all words beside it (%i columns of ids)', (columns, idColumns) => {
	const ids = [TASK, `lead-sync~${'Ab3_'.repeat(7)}`].slice(0, idColumns);
	const heads = ['Task', 'Sync'].slice(0, idColumns);
	const row = [...ids, 'running', 'agent_support', '2026-11-23 08:05:12'];
	const table = listTable([...heads, 'Status', 'Agent', 'Started (Europe/Berlin)'], [row], screen(columns), idColumns);
	for (const id of ids) expect(table).toMatch(new RegExp(`^│ ${id} +│$`, 'm'));
	for (const word of ['running', 'agent_support', 'Started', '(Europe/Berlin)', '2026-11-23', '08:05:12'])
		expect(table).toContain(` ${word} `);
	expect(widths(table)).toHaveLength(1);
	expect(widths(table)[0]).toBeLessThanOrEqual(columns);
});

test('an id that fits beside its row stays there, and only one that is longer than the screen breaks', () => {
	const row = [TASK, 'running'];
	expect(listTable(['Task', 'Status'], [row], screen(80))).toContain(`│ ${TASK} │ running │`);
	const narrow = listTable(['Task', 'Status'], [row], screen(40));
	expect(textOf(narrow)).toContain(TASK);
	expect(widths(narrow)[0]).toBeLessThanOrEqual(40);
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

test('a result of thousands of lines is shown', () => {
	const result = JSON.stringify({ pages: Array.from({ length: 2_000 }, (_, index) => `/page-${index}`) }, null, 2);
	const table = detailTable(
		[
			['Task', ID],
			['Result', result],
			['Ended', 'now'],
		],
		null,
	);
	expect(table.match(/\/page-/g)).toHaveLength(2_000);
	expect(widths(table)).toHaveLength(1);
	expect(table.match(/^├─+┼─+┤$/gm)).toHaveLength(2);
});
