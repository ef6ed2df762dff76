import type { CellObject, WorkSheet } from '@e965/xlsx';
import { measureArchive } from '../archives/archive';
import { MOST_ROWS, SourceError, tooManyRows } from '../rows/read-item';
import { someOf } from '../rows/some-of';
import { type RawTable, type TableRecord, usedCells } from './table';

/** SheetJS unpacks and parses a workbook as a whole, so that both sizes are small. Bytes. */
const MOST_PACKED = 20 * 1024 * 1024;
const MOST_UNPACKED = 100 * 1024 * 1024;
/** Rows that are looked at. A sheet may have empty rows between others. */
const SHEET_ROWS = MOST_ROWS + 1_000;

const NOT_COMPUTED =
	'has a formula whose result was not stored. Open the file in a spreadsheet program, save it, and upload it again';

/**
 * One sheet of a workbook (XLSX). Cells have the values that a sheet shows, but numbers have all their digits, and dates
 * have the form 2026-11-27.
 * @param path of the file on this machine
 * @param sheet its name. Default: the first one
 * @throws SourceError if the file is no workbook, has a password, is too large, or has no such sheet
 */
export async function openXlsx(path: string, name: string, sheet?: string): Promise<RawTable> {
	const content = await measureArchive(path, { mostPacked: MOST_PACKED, mostUnpacked: MOST_UNPACKED });
	const found = await sheetOf(content, sheet);
	const others = found.names.filter((each) => each !== found.name);
	const notes = others.length === 0 ? [] : [`has further sheets, which were not read: ${someOf(others)}`];
	return { name, notes: [`was read from its sheet "${found.name}"`, ...notes], records: () => recordsOf(found.sheet) };
}

async function sheetOf(content: Buffer, wanted: string | undefined) {
	const { read } = await import('@e965/xlsx');
	const options = {
		dense: true,
		sheetRows: SHEET_ROWS + 1,
		cellHTML: false,
		cellNF: true,
		cellText: true,
		sheetStubs: true,
	};
	let workbook;
	try {
		workbook = read(content, { ...options, dateNF: 'yyyy-mm-dd', cellFormula: true });
	} catch (error) {
		const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
		throw new SourceError(
			isLocked ? 'has a password. Save it without one' : 'is no workbook, or is damaged. Save it again as XLSX',
		);
	}
	const name = wanted ?? workbook.SheetNames[0];
	const sheet = name === undefined ? undefined : workbook.Sheets[name];
	if (name === undefined || sheet === undefined)
		throw new SourceError(`has no sheet "${wanted ?? ''}". Its sheets are: ${someOf(workbook.SheetNames)}`);
	return { name, names: workbook.SheetNames, sheet };
}

async function* recordsOf(sheet: WorkSheet): AsyncGenerator<TableRecord> {
	// SheetJS leaves holes for empty rows, and one sheet may have its only cell in the last column. Rows and columns count
	// from A1 on.
	const rows: ReadonlyArray<CellObject[] | undefined> = sheet['!data'] ?? [];
	if (rows.length > SHEET_ROWS) throw tooManyRows();
	for (const [index, row] of rows.entries()) {
		const faults = new Map<number, string>();
		const cells = Array.from({ length: row?.length ?? 0 }, (_, column) => {
			const cell = row?.[column];
			const fault = cell === undefined ? null : faultOf(cell);
			if (fault !== null) faults.set(column, fault);
			return cell === undefined ? '' : textOf(cell);
		});
		yield await Promise.resolve({ row: index + 1, cells: usedCells(cells), faults });
	}
}

function faultOf(cell: CellObject): string | null {
	if (cell.t === 'e') return `shows the error ${cell.w ?? ''}. Correct its formula`;
	return cell.f !== undefined && (cell.v === undefined || cell.t === 'z') ? NOT_COMPUTED : null;
}

/** The format "General" shortens long numbers to `1.23E+13`. */
function textOf({ t, v, w, z }: CellObject): string {
	if (v === undefined || t === 'e' || t === 'z') return '';
	if (t === 'n' && (z === undefined || z === 'General')) return String(v);
	return t === 's' || w === undefined ? String(v) : w;
}
