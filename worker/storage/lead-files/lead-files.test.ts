import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer, json, text as textOf } from 'node:stream/consumers';
import * as xlsx from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Lead } from '../../../api';
import { groupOf, type LeadGroup } from './chunk';
import { columnsOf } from './columns';
import { type FieldColumns, FieldNames } from './field-names';
import { leadFileOf, type LeadFormat } from './lead-file';
import { spreadsheetCell } from '../tables/spreadsheet-cell';
import { workbookText, xlsxOf } from './xlsx';

const lead = (more: Partial<Lead>): Lead => ({
	id: 1,
	agentId: 'agent_support',
	conversationId: 'c1',
	name: 'Ada',
	email: 'ada@example.com',
	phone: null,
	city: 'London',
	country: 'United Kingdom',
	countryCode: 'GB',
	fields: {},
	capturedAt: '2026-11-21T10:00:00.000Z',
	...more,
});

async function* given(...chunks: Lead[][]): AsyncGenerator<LeadGroup> {
	for (const chunk of chunks) yield await Promise.resolve(groupOf(chunk));
}

function columnsFor(leads: readonly Lead[]): FieldColumns {
	const names = new FieldNames();
	for (const { fields } of leads) for (const name of Object.keys(fields)) names.add(name);
	return names.columns();
}

type Spreadsheet = 'any' | 'none' | 'comma' | 'semicolon';

async function fileOf(format: LeadFormat, leads: Lead[], spreadsheet: Spreadsheet = 'comma') {
	const file = leadFileOf({ format, spreadsheet }, given(leads), { fields: columnsFor(leads), rows: leads.length });
	const content = await buffer(file.content);
	return { content, text: content.toString(), ...file.changes() };
}

const rowsOf = (content: Buffer, delimiter = ',') =>
	parse<Record<string, string>>(content, { columns: true, bom: true, delimiter, record_delimiter: '\r\n' });
const sheetsOf = (content: Buffer) => {
	const { Sheets, SheetNames } = xlsx.read(content);
	return SheetNames.map((name) => xlsx.utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {}));
};

describe('CSV for programs', () => {
	it('has titles, one column for each captured form field, and CRLF at the end of each line', async () => {
		const leads = [lead({ fields: { company: 'Ä & Ö' } }), lead({ id: 2, fields: { size: 3 } })];
		const { text } = await fileOf('csv', leads, 'none');
		expect(text).toBe(
			'id,agentId,conversationId,name,email,phone,city,country,countryCode,capturedAt,fields.company,fields.size\r\n' +
				'1,agent_support,c1,Ada,ada@example.com,,London,United Kingdom,GB,2026-11-21T10:00:00.000Z,Ä & Ö,\r\n' +
				'2,agent_support,c1,Ada,ada@example.com,,London,United Kingdom,GB,2026-11-21T10:00:00.000Z,,3\r\n',
		);
	});

	it.each([
		...['a,b', 'a "b" c', 'a\nb', 'a\rb', 'a\r\nb', ' a ', '', '\uFEFFa', '日本語 🎉', "'x"],
		...['=1+1', '+49 30 1234', 'a;=1+1', '\tx'],
	])('gives back %j as it was', async (name) => {
		const { content } = await fileOf('csv', [lead({ name })], 'none');
		expect(rowsOf(content)).toEqual([expect.objectContaining({ name })]);
	});

	it('writes lists and objects of form fields as JSON', async () => {
		const { content } = await fileOf('csv', [lead({ fields: { tags: ['a', 'b'], yes: true } })], 'none');
		expect(rowsOf(content)).toEqual([expect.objectContaining({ 'fields.tags': '["a","b"]', 'fields.yes': 'true' })]);
	});
});

test('CSV for every program has plain telephone numbers, no byte order mark, and harmless formulas', async () => {
	const leads = [lead({ phone: '+49 30 1234', name: '=1+1' }), lead({ phone: '-2+cmd', name: 'a;=1' })];
	const { text, content } = await fileOf('csv', leads, 'any');
	expect(text.startsWith('\uFEFF')).toBe(false);
	expect(rowsOf(content).map(({ phone, name }) => [phone, name])).toEqual([
		['+49 30 1234', "'=1+1"],
		["'-2+cmd", "a;'=1"],
	]);
});

describe.each([
	{ spreadsheet: 'comma', delimiter: ',', other: ';' },
	{ spreadsheet: 'semicolon', delimiter: ';', other: ',' },
] as const)('CSV for spreadsheets with a $spreadsheet', ({ spreadsheet, delimiter, other }) => {
	const cellOf = async (more: Partial<Lead>, title: string) => {
		const [row] = rowsOf((await fileOf('csv', [lead(more)], spreadsheet)).content, delimiter);
		return row?.[title];
	};
	/** What a program makes of the file that ends cells here. A quote holds a cell together only at its beginning. */
	const cellsBy = (separator: string, text: string) =>
		parse(text.replace(/^.*\r\n/, ''), { delimiter: separator, relax_quotes: true, relax_column_count: true }).flat();
	const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

	it('begins with a byte order mark', async () => {
		const { content } = await fileOf('csv', [], spreadsheet);
		expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
	});

	it.each(['a,b', 'a;b', 'a "b" c', 'a\r\nb', ' a ', '', '日本語 🎉', "'x", 'ana|-b@client.example', '3 - 4', 'x=1'])(
		'gives back %j as it was',
		async (name) => expect(await cellOf({ name }, 'name')).toBe(name),
	);

	it.each(['=1+1', '+1-x', '-1+x', '@x', '\tx', '\rx', '＝1+1', '＠x', ' =1', '"=1', '\uFEFF=1', '+1*2', '-A1'])(
		'makes %j harmless by one apostrophe',
		async (name) => expect(await cellOf({ name }, 'name')).toBe(`'${name}`),
	);

	it.each([
		...['+49 30 1234', '+49 (0)30/1234-56', '+1-800-555-0100', '+1 (555) 010-0100 ext. 7', '+4930123456'],
		...['＋81 3 1234 5678', '030 1234', '(0)30 1234'],
	])('has the telephone number %j as a text', async (value) => {
		expect(await cellOf({ phone: value }, 'phone')).toBe(`="${value}"`);
		expect(await cellOf({ fields: { value } }, 'fields.value')).toBe(`="${value}"`);
	});

	it('has every row of digits in the column of telephone numbers as a text, and not in others', async () => {
		expect(await cellOf({ phone: '555-0100' }, 'phone')).toBe('="555-0100"');
		expect(await cellOf({ fields: { value: '555' } }, 'fields.value')).toBe('555');
		expect(await cellOf({ fields: { value: '01.02.2026' } }, 'fields.value')).toBe('01.02.2026');
	});

	it.each(['-5', '-5.25', '-1,234.50', '-1 234,5', '-1e-7', '-3 %', ' -5 '])('leaves %j a number', async (value) =>
		expect(await cellOf({ fields: { value } }, 'fields.value')).toBe(value),
	);

	it('writes a number with the decimal sign that goes with the separator', async () => {
		expect(await cellOf({ fields: { balance: -5.25 } }, 'fields.balance')).toBe(
			spreadsheet === 'comma' ? '-5.25' : '-5,25',
		);
	});

	it.each(['Wishes:\n- blue, with dots\n- 2 sizes', 'Tel.\n+49 30 1234', 'a;b,c'])(
		'leaves the lines of %j as they are',
		async (note) => expect(await cellOf({ fields: { note } }, 'fields.note')).toBe(note),
	);

	it.each([delimiter, other, '\t'])('has no formula for a program that goes by %j', async (separator) => {
		const texts = SIGNS.flatMap((sign) => [
			`${sign}cmd|' /C calc'!A0`,
			...[';', ',', '\t', '\n', '\r', '\r\n'].flatMap((end) => [
				`a${end}${sign}1+1`,
				`a${end} ${sign}SUM(A1)`,
				`a${end}${sign} blue&${end}`,
				`a${end}${sign} blue\t&HYPERLINK(A1)`,
				`a${end}"${sign}1+1"`,
				`${end}"${sign}HYPERLINK(""x"")`,
			]),
		]);
		for (const text of texts) {
			const leads = [lead({ name: text, phone: text, fields: { [`f;,${text}`]: text, json: [text] } })];
			const { text: file } = await fileOf('csv', leads, spreadsheet);
			const cells = cellsBy(separator, file).map((cell) => cell.replace(/^[\s"\uFEFF]*/, ''));
			expect([text, cells.filter((cell) => SIGNS.some((sign) => cell.startsWith(sign)))]).toEqual([text, []]);
		}
	});

	it('makes titles harmless too, whose names visitors choose', async () => {
		const { content } = await fileOf('csv', [lead({ fields: { '=1+1': 'a', [`b${other}=1+1`]: 'c' } })], spreadsheet);
		const [row = {}] = rowsOf(content, delimiter);
		expect(Object.keys(row).slice(-2)).toEqual(['fields.=1+1', `fields.b${other}'=1+1`]);
	});

	it.each(["-2+3+cmd|' /C calc'!D2", '+49 30 1234\n=1', '+1 x=3', '+1-\n&A1'])(
		'takes %j for no number',
		async (phone) => {
			expect(await cellOf({ phone }, 'phone')).toMatch(/^'/);
		},
	);
});

describe.each(['any', 'none', 'comma', 'semicolon'] as const)('CSV for %s', (spreadsheet) => {
	it('has the same rows for a reader that ends a line at any line end', async () => {
		const odd = ['a\nb', 'a\rb', 'a\r\nb', '\n', '\r'];
		const leads = odd.map((text, index) =>
			lead({ id: index + 1, name: text, city: text, fields: { note: text, [`t${text}`]: text } }),
		);
		const { text, content } = await fileOf('csv', leads, spreadsheet);
		expect(quotedAwayFrom(text)).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
		const rows = await rowsByPython(content, spreadsheet === 'semicolon' ? ';' : ',');
		expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 6 }, () => rows[0]?.length));
		expect(rows.slice(1).map(([id]) => id)).toEqual(['1', '2', '3', '4', '5']);
	});

	it('has no U+0000, at which many readers end a text', async () => {
		const { text } = await fileOf('csv', [lead({ name: 'a\0b', fields: { 'x\0': ['\0'] } })], spreadsheet);
		expect(text).not.toContain('\0');
		expect(text).not.toContain(String.raw`\u0000`);
		expect(text).toContain('a\ufffdb');
	});
});

/** What stands outside of quotes. */
function quotedAwayFrom(text: string): string {
	return text.replace(/"(?:[^"]|"")*"/g, '');
}

const UNIVERSAL =
	'import csv, io, json, sys\n' +
	'text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")\n' +
	'print(json.dumps(list(csv.reader(text, delimiter=sys.argv[1]))))';

/** The rows as Python's own reader sees them, with every line end taken for one. */
async function rowsByPython(content: Buffer, delimiter: string, program = UNIVERSAL): Promise<string[][]> {
	const python = execFile('python3', ['-c', program, delimiter]);
	python.stdin?.end(content);
	if (python.stdout === null) throw new Error('Python has no output.');
	return z.array(z.array(z.string())).parse(await json(python.stdout));
}

it.each(['any', 'none', 'comma', 'semicolon'] as const)(
	'CSV for %s has the same rows for other readers in JavaScript, and for Python with lines split before',
	async (spreadsheet) => {
		const ends = ['\n', '\r', '\r\n', '\n\r', '\v', '\f', '\u001c', '\u001e', '\u0085', '\u2028', '\u2029'];
		const leads = ends.map((end, index) =>
			lead({ id: index + 1, name: `a${end}b`, city: end, fields: { [`x${end}y`]: `${end}z`, list: [end] } }),
		);
		const { text, content } = await fileOf('csv', leads, spreadsheet);
		const delimiter = spreadsheet === 'semicolon' ? ';' : ',';
		const splitting =
			'import csv, json, sys\n' +
			'text = sys.stdin.buffer.read().decode("utf-8-sig")\n' +
			'print(json.dumps(list(csv.reader(text.splitlines(keepends=True), delimiter=sys.argv[1]))))';
		const rows = await rowsByPython(content, delimiter, splitting);
		const names = ends.map((end) => `a${end}b`);
		expect(rows.slice(1).map((row) => [row.length, row[3]])).toEqual(names.map((name) => [rows[0]?.length, name]));
		const workbook = xlsx.read(text, { type: 'string', FS: delimiter, raw: true, dense: true });
		const sheet = xlsx.utils.sheet_to_json<string[]>(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}, {
			header: 1,
			defval: '',
		});
		expect(sheet.map((row) => row.length)).toEqual(rows.map((row) => row.length));
	},
);

describe('a cell of a file for spreadsheets', () => {
	// A quadratic expression takes minutes here: the time limit of a test is the bound.
	it.each(['-1', '+1', '(1', '1', '=1', '-1e5', '- a', '"'])('takes time in proportion to its length: %s', (start) => {
		for (const filler of [' ', '\u00a0', '1', '.', "'", '"', '-1\n', 'a;', '\t', ' ,']) {
			const text = `${start}${filler.repeat(220_000)}x`;
			for (const separator of ['comma', 'semicolon'] as const)
				expect(spreadsheetCell(text, separator).length).toBeGreaterThanOrEqual(text.length);
		}
	});

	it.each(['\t-5', '\r-5', '\n-5 '])('takes %j for no number, as some programs drop its beginning', (text) => {
		expect(spreadsheetCell(text, 'comma')).not.toBe(text);
	});
});

describe('NDJSON', () => {
	it('has a lead a line, with whatever the service shows of it', async () => {
		const leads = [lead({ name: 'a\nb' }), { ...lead({ id: 2 }), score: 7 }];
		const { text } = await fileOf('ndjson', leads);
		const lines = text.trimEnd().split('\n');
		expect(lines.map((line): unknown => JSON.parse(line))).toEqual(leads);
	});

	it('has a lead a line for Python too, which ends lines at more than line feeds', async () => {
		const ends = ['\n', '\r', '\v', '\f', '\u001c', '\u0085', '\u2028', '\u2029', '\\\u2028', '\\u2028'];
		const leads = ends.map((end, index) => lead({ id: index + 1, name: `a${end}b`, fields: { [`x${end}`]: end } }));
		const { content } = await fileOf('ndjson', leads);
		const splitting =
			'import json, sys\n' +
			'lines = map(json.loads, sys.stdin.buffer.read().decode().splitlines())\n' +
			'print(json.dumps([[lead["name"], *lead["fields"]] for lead in lines]))';
		expect(await rowsByPython(content, '', splitting)).toEqual(ends.map((end) => [`a${end}b`, `x${end}`]));
	});

	it('has neither U+0000 nor half of a character, which strict readers refuse', async () => {
		const { text } = await fileOf('ndjson', [lead({ name: 'a\0b\ud83d', fields: { 'x\0': ['\0', '\\u0000'] } })]);
		expect(text).not.toMatch(/(?<!\\)\\u(?:0000|d)/);
		expect(JSON.parse(text)).toMatchObject({ name: 'a\ufffdb\ufffd', fields: { 'x\ufffd': ['\ufffd', '\\u0000'] } });
	});
});

describe('XLSX', () => {
	it('can be read by others, with text as text and numbers as numbers', async () => {
		const odd = '=1+1 <b>&amp; "x" _x0041_ \u0001 日本語 🎉\r\nnext';
		const { content } = await fileOf('xlsx', [lead({ name: odd, fields: { size: 3 } })]);
		const [[row] = []] = sheetsOf(content);
		expect(row).toMatchObject({ id: 1, email: 'ada@example.com', 'fields.size': 3 });
		expect(String(row?.name).replaceAll(/_x000D_/g, '\r')).toContain('=1+1 <b>&amp; "x"');
		const cell = xlsx.read(content).Sheets.Leads?.D2 as { t?: string; f?: string } | undefined;
		expect([cell?.t, cell?.f]).toEqual(['s', undefined]);
	});

	it('goes on in a further sheet where one is full', async () => {
		const leads = Array.from({ length: 7 }, (_, index) => lead({ id: index + 1 }));
		const content = await buffer(
			xlsxOf(given(leads.slice(0, 5), [], leads.slice(5)), { columns: columnsOf(columnsFor(leads)), rows: 7 }, 3)
				.content,
		);
		expect(sheetsOf(content).map((rows) => rows.map(({ id }) => id))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
		const { Sheets } = xlsx.read(content);
		expect(Object.values(Sheets).map((sheet) => sheet['!ref'])).toEqual(['A1:J4', 'A1:J4', 'A1:J2']);
		const file = join(await mkdtemp(join(tmpdir(), 'workbook-')), 'leads.xlsx');
		await writeFile(file, content);
		const dimensions = (await textOf(workbookText(file))).match(/<dimension ref="[^"]*"/g);
		await rm(dirname(file), { recursive: true });
		expect(dimensions).toEqual(['A1:J4', 'A1:J4', 'A1:J2'].map((ref) => `<dimension ref="${ref}"`));
	});

	it.each([
		['2026-11-21T10:00:00.123Z', '2026-11-21T10:00:00.123Z'],
		['2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00.123Z'],
		['2026-01-01T00:30:00+02:00', '2025-12-31T22:30:00.000Z'],
		['1900-03-01T00:00:00Z', '1900-03-01T00:00:00.000Z'],
	])('has %s as a date in UTC', async (capturedAt, shown) => {
		const { content } = await fileOf('xlsx', [lead({ capturedAt })]);
		const { Sheets } = xlsx.read(content, { cellDates: true, cellNF: true });
		const cell = Sheets.Leads?.J2 as { v: Date; z: string } | undefined;
		expect([cell?.v.toISOString(), cell?.z]).toEqual([shown, String.raw`yyyy\-mm\-dd\ hh:mm:ss`]);
		expect(Sheets.Leads?.J1).toMatchObject({ v: 'capturedAt (UTC)' });
	});

	it.each(['1900-02-28T00:00:00Z', '+012026-01-01T00:00:00Z', '2026-13-01T00:00:00Z', 'yesterday', '2026', ''])(
		'leaves the time %j a text, as no sheet has it for a date',
		async (capturedAt) => {
			const { content } = await fileOf('xlsx', [lead({ capturedAt })]);
			const [[row] = []] = sheetsOf(content);
			expect(row?.['capturedAt (UTC)'] ?? '').toBe(capturedAt);
		},
	);

	it('keeps the title and the form of the time in other files', async () => {
		const { text } = await fileOf('csv', [lead({})], 'none');
		expect(text).toMatch(/,capturedAt\r\n.*,2026-11-21T10:00:00.000Z/);
	});

	it('cuts what no cell can hold, and counts it', async () => {
		const { content, cutCells } = await fileOf('xlsx', [lead({ name: 'x'.repeat(40_000) })]);
		const [[row] = []] = sheetsOf(content);
		expect([String(row?.name).length, cutCells]).toEqual([32_767, 1]);
	});

	it('fails when the leads fail', async () => {
		async function* broken(): AsyncGenerator<LeadGroup> {
			yield await Promise.resolve(groupOf([lead({})]));
			throw new Error('a part is missing');
		}
		await expect(buffer(xlsxOf(broken(), { columns: columnsOf(columnsFor([])), rows: 1 }).content)).rejects.toThrow(
			'a part is missing',
		);
	});
});
