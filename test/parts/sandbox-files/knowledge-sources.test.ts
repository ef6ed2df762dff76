import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findPythonPackage } from '../../../scripts/tools/python/python-package.mjs';
import { readArchive } from '../../../worker/knowledge/archives/read-archive';
import { fileSource } from '../../../worker/knowledge/sources/source';
import { readCsv } from '../../../worker/knowledge/tables/read-csv';
import { readTable } from '../../../worker/knowledge/tables/read-table';
import { openXlsx } from '../../../worker/knowledge/tables/xlsx-table';
import { found, pair } from '../../../worker/knowledge/testing/read';

// What Python's own writers of CSV and ZIP files, and openpyxl, write for a set.

const WRITE = `
import csv, datetime, os, sys, zipfile
import openpyxl
folder = sys.argv[1]
rows = [['Question', 'Answer'], ['Öffnen Sie "heute"?', 'Ja,\\nab 9; bis 5\\tUhr'], ["'quoted'", 'back\\\\slash']]
for name, dialect, encoding in [
    ('excel', csv.excel, 'utf-8-sig'), ('tab', csv.excel_tab, 'utf-16'), ('unix', csv.unix_dialect, 'cp1252'),
]:
    with open(os.path.join(folder, name + '.csv'), 'w', newline='', encoding=encoding) as file:
        csv.writer(file, dialect).writerows(rows)
with open(os.path.join(folder, 'semicolon.csv'), 'w', newline='', encoding='cp1252') as file:
    csv.writer(file, delimiter=';', lineterminator='\\n').writerows(rows)
book = openpyxl.Workbook()
sheet = book.active
sheet.append(['Key', 'Question', 'Answer', 'Enabled'])
sheet.append([12345678901234, 'When?', datetime.date(2026, 11, 27), True])
sheet.append([None, 'How much?', 1234.5, False])
sheet.append([None, 'Computed?', '=1+1', None])
sheet.append([])
sheet.append(['k', 'Wrong?', '#N/A', None])
sheet['C6'].data_type = 'e'
book.create_sheet('Other').append(['url'])
book.save(os.path.join(folder, 'set.xlsx'))
with zipfile.ZipFile(os.path.join(folder, 'set.zip'), 'w', zipfile.ZIP_DEFLATED) as archive:
    for name in ['docs/größe.md', '../evil.md', '/root.md', 'docs/../up.md']:
        archive.writestr(name, '# ' + name)
    link = zipfile.ZipInfo('docs/link.md')
    link.create_system = 3
    link.external_attr = 0o120777 << 16
    archive.writestr(link, '/etc/passwd')
`;

const ROWS = [pair('Öffnen Sie "heute"?', 'Ja,\nab 9; bis 5\tUhr'), pair("'quoted'", 'back\\slash')];

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'knowledge-'));
	const packages = await findPythonPackage('spreadsheets', { cache: cacheFolder() });
	if (packages === null) throw new Error('There is no Python with venv and pip.');
	const env = { ...process.env, PYTHONPATH: packages };
	await promisify(execFile)('python3', ['-c', WRITE, folder], { env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['excel', 'tab', 'unix', 'semicolon'])('reads what Python writes as %s.csv', async (name) => {
	const table = await readCsv(fileSource(join(folder, `${name}.csv`), `${name}.csv`));
	expect(await found(table.items())).toEqual({ rows: ROWS, refused: [], broken: [] });
});

it('reads what openpyxl writes, with all digits, dates, and words about cells without a value', async () => {
	const table = await readTable(await openXlsx(join(folder, 'set.xlsx'), 'set.xlsx'));
	const { rows, refused } = await found(table.items());
	expect(rows).toEqual([
		{ ...pair('When?', '2026-11-27'), key: '12345678901234', enabled: true },
		{ ...pair('How much?', '1234.5'), enabled: false },
	]);
	expect(refused).toEqual([
		expect.stringMatching(/^set.xlsx, row 4: answer has a formula whose result was not stored/),
		'set.xlsx, row 6: answer shows the error #N/A. Correct its formula',
	]);
});

it('reads what zipfile writes, and refuses paths that lead out and links', async () => {
	const items = readArchive(join(folder, 'set.zip'), () => Promise.reject(new Error('No file is kept.')));
	const { rows, refused, broken } = await found(items);
	const key = 'docs/größe.md';
	expect(rows).toEqual([{ type: 'text', key, title: key, content: `# ${key}` }]);
	expect(refused.map((text) => text.split(':')[0])).toEqual([
		'../evil.md',
		'/root.md',
		'docs/../up.md',
		'docs/link.md',
	]);
	expect(broken).toEqual([]);
});
