import { csvDialect } from '../../storage/tables/csv-dialect';
import { placeText, problemsText, type RefusedItem } from '../rows/read-item';
import { plainTitle, REASON_TITLE } from './columns';

/** Excel reads a file that begins with it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The refused rows as a CSV file, to correct and to upload again: the columns of the table, and one that says why. A cell
 * that a spreadsheet would take as a formula gets an apostrophe, which the reader of tables removes again.
 * @param titles of the table; empty for a source without columns, whose file then has the places of the rows
 */
export async function* refusedCsv(
	titles: readonly string[],
	refused: Iterable<RefusedItem> | AsyncIterable<RefusedItem>,
): AsyncGenerator<string> {
	const dialect = csvDialect('any');
	// A corrected file that is refused once more has reasons already.
	const earlier = titles.findIndex((title) => plainTitle(title) === REASON_TITLE);
	const isKept = (_: unknown, index: number) => index !== earlier;
	const columns = [...(titles.length === 0 ? ['row'] : titles.filter(isKept)), REASON_TITLE];
	yield BYTE_ORDER_MARK + dialect.head(columns);
	for await (const { place, cells = [], problems } of refused) {
		const own = titles.length === 0 ? [placeText(place)] : withLength(cells, titles.length).filter(isKept);
		yield dialect.lines(columns, [[...own, problemsText(problems)]]);
	}
}

/** Cells beyond the titles stay, in the last column: the reason would stand below another title. */
function withLength(cells: readonly string[], length: number): string[] {
	const own = Array.from({ length }, (_, index) => cells[index] ?? '');
	const beyond = cells.slice(length).filter((cell) => cell !== '');
	if (beyond.length > 0) own[length - 1] = [own[length - 1], ...beyond].join(',');
	return own;
}
