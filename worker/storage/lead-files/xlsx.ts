import { PassThrough, Readable } from 'node:stream';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Lead } from '../../../api';
import type { LeadGroup } from './chunk';
import type { Column } from './columns';
import { cellXml, columnName, MOST_CHARACTERS, type SheetCell, type SheetColumn, sheetColumns } from './sheet-cells';
import { packageParts, sheetHead, sheetPath, SHEET_TAIL } from './workbook-parts';

/** A sheet has 1,048,576 rows, and one holds the titles. */
const ROWS_OF_SHEET = 1_048_575;
/** The fastest level makes a sheet of text small enough. */
const COMPRESSION = 1;

export interface Xlsx {
	content: Readable;
	/** Number of shortened cells, once `content` has ended. */
	cutCells: () => number;
}

interface Table {
	columns: readonly Column[];
	/** Leads, or more: a sheet says at its beginning how many rows it has. */
	rows: number;
}

/** A workbook as a stream. It converts rows to XML and XML to a ZIP archive as fast as its reader. */
export function xlsxOf(leads: AsyncIterable<LeadGroup>, table: Table, rowsOfSheet = ROWS_OF_SHEET): Xlsx {
	const zip = new ZipFile();
	const content = new PassThrough();
	zip.outputStream.pipe(content);
	zip.on('error', (error: Error) => content.destroy(error));
	const sheets = new Sheets(leads[Symbol.asyncIterator](), table, rowsOfSheet);
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
	private readonly columns: readonly SheetColumn[];
	private readonly names: readonly string[];
	/** Leads that are still to come. */
	private left: number;

	constructor(
		private readonly leads: AsyncIterator<LeadGroup, unknown>,
		{ columns, rows }: Table,
		private readonly rowsOfSheet: number,
	) {
		this.columns = sheetColumns(columns);
		this.names = columns.map((_, index) => columnName(index));
		this.left = rows;
	}

	async *next(): AsyncGenerator<string> {
		const rows = 1 + Math.min(this.left, this.rowsOfSheet);
		const titles = this.columns.map(({ title }) => title);
		yield sheetHead(`A1:${this.names.at(-1) ?? 'A'}${rows}`) + this.rowXml(titles, 1);
		for (let row = 2; row <= this.rowsOfSheet + 1 && (await this.fill());) {
			const leads = this.waiting.splice(0, this.rowsOfSheet + 2 - row);
			const begin = row;
			row += leads.length;
			this.left -= leads.length;
			yield leads
				.map((lead, index) =>
					this.rowXml(
						this.columns.map(({ cell }) => cell(lead)),
						begin + index,
					),
				)
				.join('');
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

	private rowXml(cells: readonly SheetCell[], row: number): string {
		this.cutCells += cells.filter((cell) => typeof cell === 'string' && cell.length > MOST_CHARACTERS).length;
		const xml = cells.map((cell, index) => cellXml(cell, `${this.names[index] ?? ''}${row}`));
		return `<row r="${row}">${xml.join('')}</row>`;
	}
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
