import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findPythonPackage } from '../../../scripts/tools/python/python-package.mjs';
import { groupOf } from '../../../worker/storage/lead-files/chunk';
import { leadFileOf } from '../../../worker/storage/lead-files/lead-file';
import { lead } from './exported-lead';

// What strict readers of workbooks make of an export: openpyxl as it reads large files, and calamine.

const LEADS = [
	lead(4, { fields: { [`f${'x'.repeat(30)}`]: 1 } }),
	lead(3, { capturedAt: '2026-01-01T00:30:00+02:00', phone: '+49 30 1234' }),
	lead(2, { capturedAt: '1899-12-31T00:00:00Z' }),
	// Columns beyond Z.
	lead(1, { fields: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, `v${index}`])) }),
];

const READ = `
import datetime, json, sys
import openpyxl, python_calamine
def shown(value):
    return value.isoformat() if isinstance(value, (datetime.datetime, datetime.date)) else value
sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).active
rows = [[shown(cell.value) for cell in row] for row in sheet.iter_rows()]
places = [[cell.coordinate for cell in row if cell.value is not None] for row in sheet.iter_rows()]
kinds = [cell.is_date for cell in list(sheet.iter_rows(min_row=2, max_row=2))[0] if cell.value is not None]
calamine = python_calamine.CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0)
print(json.dumps({
    'openpyxl': {'rows': rows, 'size': [sheet.max_row, sheet.max_column], 'places': places, 'dates': sum(kinds)},
    'calamine': {'rows': [[shown(value) for value in row] for row in calamine.to_python()]},
}))`;

const rowsSchema = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
const readSchema = z.object({
	openpyxl: z.object({
		rows: rowsSchema,
		size: z.tuple([z.number().nullable(), z.number().nullable()]),
		places: z.array(z.array(z.string())),
		dates: z.number(),
	}),
	calamine: z.object({ rows: rowsSchema }),
});

let folder: string;
let read: z.output<typeof readSchema>;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lead-xlsx-'));
	async function* given() {
		yield await Promise.resolve(groupOf(LEADS));
	}
	const names = [...new Set(LEADS.flatMap((each) => Object.keys(each.fields)))];
	const table = { fields: { names, hasShared: false }, rows: LEADS.length };
	const file = join(folder, 'leads.xlsx');
	await writeFile(file, await buffer(leadFileOf({ format: 'xlsx', spreadsheet: 'comma' }, given(), table).content));
	const packages = await findPythonPackage('spreadsheets', { cache: cacheFolder() });
	if (packages === null) throw new Error('There is no Python with venv and pip.');
	const env = { ...process.env, PYTHONPATH: packages };
	const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', READ, file], { env });
	read = readSchema.parse(JSON.parse(stdout));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const WIDTH = 10 + 31;
const TIMES = ['capturedAt (UTC)', '2026-11-21T10:00:00.123000', '2025-12-31T22:30:00', '1899-12-31T00:00:00Z'];

it('has the time of capture as a date in UTC, and as a text where a sheet has no such date', () => {
	const ninth = (rows: z.output<typeof rowsSchema>) => rows.slice(0, 4).map((row) => row[9]);
	expect(ninth(read.openpyxl.rows)).toEqual(TIMES);
	expect(ninth(read.calamine.rows)).toEqual(TIMES);
	expect(read.openpyxl.dates).toBe(1);
});

it('says its size to who reads row by row', () => {
	expect(read.openpyxl.size).toEqual([1 + LEADS.length, WIDTH]);
	expect(read.openpyxl.rows.map((row) => row.length)).toEqual(Array.from({ length: 5 }, () => WIDTH));
});

it('has each cell where its reference says', () => {
	expect(read.openpyxl.places[0]?.slice(-2)).toEqual(['AN1', 'AO1']);
	expect(read.openpyxl.places[4]?.slice(-1)).toEqual(['AO5']);
	const [titles = [], , , , last = []] = read.calamine.rows;
	expect(last[titles.indexOf('fields.field29')]).toBe('v29');
	expect(read.calamine.rows.map(([id]) => id)).toEqual(['id', 4, 3, 2, 1]);
});
