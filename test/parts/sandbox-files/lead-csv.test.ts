import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Lead } from '../../../api';
import { groupOf } from '../../../worker/storage/lead-files/chunk';
import { leadFileOf } from '../../../worker/storage/lead-files/lead-file';
import { installPrograms, openCsv, type SheetCell } from './programs';
import { lead } from './exported-lead';

// What a real spreadsheet shows of an export. LibreOffice computes formulas here, as Excel always does.

let folder: string;
beforeAll(async () => {
	await installPrograms();
	folder = await mkdtemp(join(tmpdir(), 'lead-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TELEPHONES = ['+4930123456', '+49 30 1234', '+1-800-555-0100', '030123456', '+49 (0)30/1234-56', '5550100'];
const HOSTILE = [
	...['=1+1', '@SUM(1,2)', '-1+2', '=HYPERLINK("https://x.example","y")', ' =1+1'],
	...[
		'a;=1+1',
		'a,=1+1',
		'a;=1+1;b',
		'a\n=1+1',
		'a\n=1+1+"',
		'\n&"b',
		'a\t=1+1',
		'a;"=1+1"',
		'"a";=1+1',
		'a\n=1+1&";"',
	],
];
const SEPARATORS = { comma: ',', semicolon: ';' } as const;
type Sheet = Array<Array<SheetCell | null>>;
type Spreadsheet = keyof typeof SEPARATORS;

async function opened(spreadsheet: Spreadsheet, separator: string, leads: Lead[]): Promise<Sheet> {
	async function* given() {
		yield await Promise.resolve(groupOf(leads));
	}
	const names = [...new Set(leads.flatMap((each) => Object.keys(each.fields)))].sort();
	const file = join(folder, `${spreadsheet}.csv`);
	await writeFile(
		file,
		await buffer(
			leadFileOf({ format: 'csv', spreadsheet }, given(), { fields: { names, hasShared: false }, rows: 0 }).content,
		),
	);
	return openCsv(folder, file, separator);
}

const leads = [
	...TELEPHONES.map((phone, index) => lead(index + 1, { phone, fields: { score: 1.5 } })),
	...HOSTILE.map((text, index) =>
		lead(100 + index, { name: text, city: text, fields: { [text]: text, z: `${text}&` } }),
	),
	// Items of a list stay as they are. The cells after them must not go on with what they began.
	...['a\n- blue', 'a\n- 2 blue.', 'a\n+1'].map((name, index) =>
		lead(200 + index, { name, email: '&SUM(1)&', city: '*SUM(1)&', fields: { a: name, z: '&SUM(1)' } }),
	),
];
/** A formula that is only a text computes nothing. */
const computed = (rows: Sheet) =>
	rows
		.flat()
		.flatMap((cell) => cell?.formula ?? [])
		.filter((formula) => !/^"[^"]*"$/.test(formula));

describe.each(['comma', 'semicolon'] as const)('an export for spreadsheets with a %s', (spreadsheet) => {
	const other = spreadsheet === 'comma' ? ';' : ',';

	it('shows telephone numbers and texts as they were captured, and computes nothing', async () => {
		const [titles = [], ...rows] = await opened(spreadsheet, SEPARATORS[spreadsheet], leads);
		const column = (title: string) => titles.findIndex((cell) => cell?.text === title);
		expect(rows.map((row) => row[column('phone')]?.text).slice(0, TELEPHONES.length)).toEqual(TELEPHONES);
		expect(rows[0]?.[column('city')]?.text).toBe('Köln');
		expect(rows[0]?.[column('id')]?.isNumber).toBe(true);
		expect(rows).toHaveLength(leads.length);
		expect(computed(rows)).toEqual([]);
	});

	it('computes nothing when it is opened with the other separator, or a tab', async () => {
		expect(computed(await opened(spreadsheet, other, leads))).toEqual([]);
		expect(computed(await opened(spreadsheet, '\t', leads))).toEqual([]);
	});
});

it('is opened by a program that would compute', async () => {
	const file = join(folder, 'raw.csv');
	await writeFile(file, 'a,b\r\n"x;=1+1",=2+2\r\n');
	expect(computed(await openCsv(folder, file, ','))).toEqual(['2+2']);
});
