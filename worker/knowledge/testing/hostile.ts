import { gzipSync } from 'node:zlib';
import { zipOf } from './zip';

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of one sheet. @param rows `<row>` elements @param strings `<si>` elements, which cells of the type `s` name */
export function workbookOf(rows: string, strings = ''): Promise<Buffer> {
	const parts = [
		['xl/workbook.xml', 'sheet.main'],
		['xl/worksheets/sheet1.xml', 'worksheet'],
		['xl/sharedStrings.xml', 'sharedStrings'],
	].map(([path, type]) => `<Override PartName="/${path}" ContentType="${OFFICE}.${type}+xml"/>`);
	const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
	const relation = (id: string, type: string, target: string) =>
		`<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
	const relations = (...all: string[]) =>
		`<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
	return zipOf({
		'[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">${types}${parts.join('')}</Types>`,
		'_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
		'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relations(
			relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
			relation('r2', 'sharedStrings', 'sharedStrings.xml'),
		),
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${rows}</sheetData></worksheet>`,
		'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings}</sst>`,
	});
}

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD = text('A1', 'question') + text('B1', 'answer');
const rowsFrom = (from: number, to: number, cells: (row: number) => string) =>
	Array.from({ length: to - from + 1 }, (_, nth) => `<row r="${from + nth}">${cells(from + nth)}</row>`).join('');

/** 20,000 rows, and one title in the last column that a sheet has. */
export function wideWorkbook(): Promise<Buffer> {
	const titles = `<row r="1">${HEAD}${text('XFD1', 'note')}</row>`;
	return workbookOf(
		titles + rowsFrom(2, 20_000, (row) => `<c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>1</v></c>`),
	);
}

/** Millions of texts that no cell shows. @param strings how many */
export function workbookOfStrings(strings: number): Promise<Buffer> {
	return workbookOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', '<si><t>a</t></si>'.repeat(strings));
}

/** One text of 1 MB as the answer of each question. @param rows how many */
export function workbookThatRepeats(rows: number): Promise<Buffer> {
	const repeated = rowsFrom(2, rows + 1, (row) => `<c r="A${row}"><v>${row}</v></c><c r="B${row}" t="s"><v>0</v></c>`);
	return workbookOf(`<row r="1">${HEAD}</row>${repeated}`, `<si><t>${'x'.repeat(1_000_000)}</t></si>`);
}

/** Markdown whose front matter has this many fields, in an archive. */
export function archiveOfFields(fields: number): Promise<Buffer> {
	const lines = Array.from({ length: fields }, (_, index) => `k${index}: 1\n`).join('');
	return zipOf({ 'notes/a.md': `---\n${lines}---\nText`, 'b.md': '# B\n\nText' });
}

/** Packed entries without end, as far as a sitemap may go. */
export const packedSitemap = (entry: string, times: number, root = 'urlset') =>
	gzipSync(`<${root}>${entry.repeat(times)}</${root}>`);
