import { buffer } from 'node:stream/consumers';
import * as xlsx from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import type { Lead } from '../../../api';
import { leadFileOf, type LeadFormat } from './lead-file';
import { xlsxOf } from './xlsx';

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

async function* given(...chunks: Lead[][]): AsyncGenerator<Lead[]> {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function fileOf(format: LeadFormat, leads: Lead[], options: { bom?: boolean; escapeFormulas?: boolean } = {}) {
	const fields = [...new Set(leads.flatMap((each) => Object.keys(each.fields)))].sort();
	const file = leadFileOf({ format, bom: false, escapeFormulas: true, ...options }, given(leads), fields);
	const content = await buffer(file.content);
	return { content, text: content.toString(), cutCells: file.cutCells() };
}

const rowsOf = (content: Buffer) => parse(content, { columns: true, bom: true, record_delimiter: '\r\n' });
const sheetsOf = (content: Buffer) => {
	const { Sheets, SheetNames } = xlsx.read(content);
	return SheetNames.map((name) => xlsx.utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {}));
};

describe('CSV', () => {
	it('has titles, one column for each captured form field, and CRLF at the end of each line', async () => {
		const { text } = await fileOf('csv', [
			lead({ fields: { company: 'Ä & Ö' } }),
			lead({ id: 2, fields: { size: 3 } }),
		]);
		expect(text).toBe(
			'id,agentId,conversationId,name,email,phone,city,country,countryCode,capturedAt,fields.company,fields.size\r\n' +
				'1,agent_support,c1,Ada,ada@example.com,,London,United Kingdom,GB,2026-11-21T10:00:00.000Z,Ä & Ö,\r\n' +
				'2,agent_support,c1,Ada,ada@example.com,,London,United Kingdom,GB,2026-11-21T10:00:00.000Z,,3\r\n',
		);
	});

	it.each(['a,b', 'a "b" c', 'a\nb', 'a\rb', 'a\r\nb', ' a ', '', '\uFEFFa', '日本語 🎉', "'x"])(
		'gives back %j as it was',
		async (name) => {
			const { content } = await fileOf('csv', [lead({ name })]);
			expect(rowsOf(content)).toEqual([expect.objectContaining({ name })]);
		},
	);

	/** What a program makes of the file that takes each of these for the end of a cell; quotes hold cells together at their beginning alone. */
	const cellsBy = (separator: string, text: string) =>
		parse(text.replace(/^.*\r\n/, ''), { delimiter: separator, relax_quotes: true, relax_column_count: true }).flat();
	const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

	it.each(['=1+1', '+1-x', '-1+x', '@x', '\tx', '\rx', '＝1+1', '＠x', ' =1', '"=1', '\uFEFF=1'])(
		'makes %j harmless, unless it is told not to',
		async (name) => {
			const leads = [lead({ name })];
			const harmless = await fileOf('csv', leads);
			expect(rowsOf(harmless.content)).toEqual([expect.objectContaining({ name: `'${name}` })]);
			const raw = await fileOf('csv', leads, { escapeFormulas: false });
			expect(rowsOf(raw.content)).toEqual([expect.objectContaining({ name })]);
		},
	);

	it.each([',', ';', '\t', '|'])('has no formula for a program that goes by %j', async (separator) => {
		const texts = SIGNS.flatMap((sign) => [
			`${sign}cmd|' /C calc'!A0`,
			...[';', '\t', '|', '\n', '\r', '\r\n'].flatMap((end) => [
				`a${end}${sign}1+1`,
				`a${end} ${sign}1+1`,
				`a${end}"${sign}1+1"`,
				`${end}"${sign}HYPERLINK(""x"")`,
			]),
		]);
		for (const text of texts) {
			const { text: file } = await fileOf('csv', [lead({ name: text, fields: { [`f;${text}`]: text, json: [text] } })]);
			const cells = cellsBy(separator, file).map((cell) => cell.replace(/^[\s"\uFEFF]*/, ''));
			expect([text, cells.filter((cell) => SIGNS.some((sign) => cell.startsWith(sign)))]).toEqual([text, []]);
		}
	});

	it('makes titles harmless too, whose names visitors choose', async () => {
		const { text } = await fileOf('csv', [lead({ fields: { '=1+1': 'a', 'b;=1+1': 'c' } })]);
		const [titles = ''] = text.split('\r\n');
		expect(titles.split(',').slice(-2)).toEqual(['fields.=1+1', "fields.b;'=1+1"]);
	});

	it.each([
		...[
			'+49 30 1234',
			'+49 (0)30/1234-56',
			'+1-800-555-0100',
			'+1 (555) 010-0100 ext. 7',
			'+4930123456',
			'＋81 3 1234 5678',
		],
		...['-5', '-5.25', '-1,234.50', '-1 234,5', '-1e-7', '-3 %', '+7', ' -5 '],
	])('leaves %j as it is: a telephone number or a number is no formula', async (value) => {
		const { content } = await fileOf('csv', [lead({ phone: value, fields: { value } })]);
		expect(rowsOf(content)).toMatchObject([{ phone: value, 'fields.value': value }]);
	});

	it.each(['+1;=2', '+1|2', '-5;-6', "-2+3+cmd|' /C calc'!D2", '+49 30 1234\n=1', '+1*2', '-A1', '+1 x=3'])(
		'takes %j for none',
		async (value) => {
			const { content } = await fileOf('csv', [lead({ phone: value })]);
			const [row] = rowsOf(content) as Array<{ phone: string }>;
			expect(row?.phone).toMatch(/^'/);
			expect(row?.phone.replaceAll("'", '')).toBe(value.replaceAll("'", ''));
		},
	);

	it('leaves a negative number of a form field a number', async () => {
		const { content } = await fileOf('csv', [lead({ fields: { balance: -5 } })]);
		expect(rowsOf(content)).toEqual([expect.objectContaining({ 'fields.balance': '-5' })]);
	});

	it('writes lists and objects of form fields as JSON', async () => {
		const { content } = await fileOf('csv', [lead({ fields: { tags: ['a', 'b'], yes: true } })]);
		expect(rowsOf(content)).toEqual([expect.objectContaining({ 'fields.tags': '["a","b"]', 'fields.yes': 'true' })]);
	});

	it('begins with a byte order mark only where it was asked for', async () => {
		expect((await fileOf('csv', [], { bom: true })).content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect((await fileOf('csv', [])).text.startsWith('id,')).toBe(true);
	});
});

describe('NDJSON', () => {
	it('has a lead a line, with whatever the service shows of it', async () => {
		const leads = [lead({ name: 'a\nb' }), { ...lead({ id: 2 }), score: 7 }];
		const { text } = await fileOf('ndjson', leads);
		const lines = text.trimEnd().split('\n');
		expect(lines.map((line): unknown => JSON.parse(line))).toEqual(leads);
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
		const content = await buffer(xlsxOf(given(leads.slice(0, 5), [], leads.slice(5)), [], 3).content);
		expect(sheetsOf(content).map((rows) => rows.map(({ id }) => id))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
	});

	it('puts the form fields for which a sheet has no column into the last one', async () => {
		const fields = Object.fromEntries(Array.from({ length: 16_400 }, (_, index) => [`f${10_000 + index}`, index]));
		const { content } = await fileOf('xlsx', [lead({ fields }), lead({ id: 2, fields: { f10001: 'x' } })]);
		const [[all, few] = []] = sheetsOf(content);
		expect(Object.keys(all ?? {}).at(-1)).toBe('fields');
		expect(all?.['fields.f26372']).toBe(16_372);
		expect(Object.keys(JSON.parse(String(all?.['fields'])) as object)).toHaveLength(16_400 - 16_373);
		expect(few).toMatchObject({ id: 2, 'fields.f10001': 'x' });
	});

	it('cuts what no cell can hold, and counts it', async () => {
		const { content, cutCells } = await fileOf('xlsx', [lead({ name: 'x'.repeat(40_000) })]);
		const [[row] = []] = sheetsOf(content);
		expect([String(row?.name).length, cutCells]).toEqual([32_767, 1]);
	});

	it('fails when the leads fail', async () => {
		async function* broken(): AsyncGenerator<Lead[]> {
			yield await Promise.resolve([lead({})]);
			throw new Error('a part is missing');
		}
		await expect(buffer(xlsxOf(broken(), []).content)).rejects.toThrow('a part is missing');
	});
});
