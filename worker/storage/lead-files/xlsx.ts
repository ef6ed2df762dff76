import { PassThrough, Readable } from 'node:stream';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Lead } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { LeadGroup } from './chunk';
import type { Cell, Column } from './columns';

/** A sheet has 1,048,576 rows, and one holds the titles. */
const ROWS_OF_SHEET = 1_048_575;
/** The fastest level makes a sheet of text small enough. */
const COMPRESSION = 1;

export interface Xlsx {
	content: Readable;
	/** Number of shortened cells, once `content` has ended. */
	cutCells: () => number;
}

/** A workbook as a stream. It converts rows to XML and XML to a ZIP archive as fast as its reader. */
export function xlsxOf(leads: AsyncIterable<LeadGroup>, columns: readonly Column[], rowsOfSheet = ROWS_OF_SHEET): Xlsx {
	const zip = new ZipFile();
	const content = new PassThrough();
	zip.outputStream.pipe(content);
	zip.on('error', (error: Error) => content.destroy(error));
	const sheets = new Sheets(leads[Symbol.asyncIterator](), columns, rowsOfSheet);
	const addSheet = (sheet: number) => {
		const rows = Readable.from(sheets.next());
		rows.once('error', (error) => content.destroy(error));
		rows.once('end', () => {
			if (sheets.haveMore) addSheet(sheet + 1);
			else finish(zip, sheet);
		});
		zip.addReadStream(rows, sheetPath(sheet), { compressionLevel: COMPRESSION });
	};
	addSheet(1);
	return { content, cutCells: () => sheets.cutCells };
}

function finish(zip: ZipFile, sheets: number): void {
	for (const [path, xml] of Object.entries(packageParts(sheets))) zip.addBuffer(Buffer.from(xml), path);
	zip.end();
}

/** Writes the XML of one sheet after the other until all leads are written. */
class Sheets {
	cutCells = 0;
	haveMore = true;
	private waiting: Lead[] = [];

	constructor(
		private readonly leads: AsyncIterator<LeadGroup, unknown>,
		private readonly columns: readonly Column[],
		private readonly rowsOfSheet: number,
	) {}

	async *next(): AsyncGenerator<string> {
		yield SHEET_HEAD + this.rowXml(this.columns.map(({ title }) => title));
		for (let room = this.rowsOfSheet; room > 0 && (await this.fill());) {
			const rows = this.waiting.splice(0, room);
			room -= rows.length;
			yield rows.map((lead) => this.rowXml(this.columns.map(({ cell }) => cell(lead)))).join('');
		}
		await this.fill();
		yield SHEET_TAIL;
	}

	/** @returns whether there are more leads */
	private async fill(): Promise<boolean> {
		while (this.waiting.length === 0 && this.haveMore) {
			const step = await this.leads.next();
			if (step.done === true) this.haveMore = false;
			else this.waiting = [...step.value.leads()];
		}
		return this.waiting.length > 0;
	}

	private rowXml(cells: readonly Cell[]): string {
		this.cutCells += cells.filter((cell) => typeof cell === 'string' && cell.length > MOST_CHARACTERS).length;
		return `<row>${cells.map(cellXml).join('')}</row>`;
	}
}

/** Longest text of a cell. */
export const MOST_CHARACTERS = 32_767;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold, and text that looks like their escape. */
const UNWRITABLE = /[^\t\n\u0020-\uFFFD]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A cell of a sheet, never a formula. The text is inside the cell, so that no table of texts grows in memory. */
export function cellXml(cell: Cell): string {
	if (cell === '') return '<c/>';
	if (typeof cell === 'number' && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`;
	return `<c t="inlineStr"><is><t xml:space="preserve">${textXml(String(cell))}</t></is></c>`;
}

function textXml(text: string): string {
	return shortText(text, MOST_CHARACTERS)
		.replace(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
		.replace(/[&<>]/g, (one) => ESCAPES[one] ?? one);
}

/** The parts of an XLSX package that are not rows (ECMA-376, part 1). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The title row stays visible. */
export const SHEET_HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const SHEET_TAIL = '</sheetData></worksheet>';

export function sheetPath(sheet: number): string {
	return `xl/worksheets/sheet${sheet}.xml`;
}

/** All parts except the sheets, by path. */
export function packageParts(sheets: number): Record<string, string> {
	const each = (part: (sheet: number) => string) =>
		Array.from({ length: sheets }, (_, index) => part(index + 1)).join('');
	return {
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>${each((sheet) => `<Override PartName="/${sheetPath(sheet)}" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
		'_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((sheet) => `<sheet name="${nameOf(sheet)}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((sheet) => `<Relationship Id="rId${sheet}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}</Relationships>`,
	};
}

function nameOf(sheet: number): string {
	return sheet === 1 ? 'Leads' : `Leads ${sheet}`;
}

/** The XML of all parts of a workbook, one after the other. @param file on this machine */
export async function* workbookText(file: string): AsyncGenerator<Buffer> {
	const archive = await openPromise(file, { autoClose: false });
	try {
		for await (const entry of archive.eachEntry())
			for await (const part of await archive.openReadStreamPromise(entry)) yield Buffer.from(part as Uint8Array);
	} finally {
		archive.close();
	}
}
