import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Lead } from '../../../../api';
import { type Cell, type Column, columnsOf } from '../columns';
import { cellXml, MOST_CHARACTERS } from './cell-xml';
import { packageParts, SHEET_HEAD, SHEET_TAIL, sheetPath } from './package-parts';

/** A sheet has 1,048,576 rows; one is the titles. */
const ROWS_OF_SHEET = 1_048_575;
/** So many columns a sheet has. */
const COLUMNS_OF_SHEET = 16_384;
/** The fastest: a sheet of text gets small enough. */
const COMPRESSION = 1;

export interface Xlsx {
	content: Readable;
	/** Cells that were cut, once `content` has ended. */
	cutCells: () => number;
}

/** A workbook as a stream: rows become XML, and XML a ZIP archive, as fast as they are taken. */
export function xlsxOf(leads: AsyncIterable<Lead[]>, fields: readonly string[], rowsOfSheet = ROWS_OF_SHEET): Xlsx {
	const zip = new ZipFile();
	const content = new PassThrough();
	zip.outputStream.pipe(content);
	zip.on('error', (error: Error) => content.destroy(error));
	const sheets = new Sheets(leads[Symbol.asyncIterator](), columnsOf(fields, COLUMNS_OF_SHEET), rowsOfSheet);
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

/** The XML of one sheet after the other, until there are no leads left. */
class Sheets {
	cutCells = 0;
	haveMore = true;
	private waiting: Lead[] = [];

	constructor(
		private readonly leads: AsyncIterator<Lead[], unknown>,
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

	/** @returns whether there are leads waiting */
	private async fill(): Promise<boolean> {
		while (this.waiting.length === 0 && this.haveMore) {
			const step = await this.leads.next();
			if (step.done === true) this.haveMore = false;
			else this.waiting = step.value;
		}
		return this.waiting.length > 0;
	}

	private rowXml(cells: readonly Cell[]): string {
		this.cutCells += cells.filter((cell) => typeof cell === 'string' && cell.length > MOST_CHARACTERS).length;
		return `<row>${cells.map(cellXml).join('')}</row>`;
	}
}
