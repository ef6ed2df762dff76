import { type Place, type ReadItem, SourceError, tooManyRows, MOST_ROWS } from '../rows/read-item';
import { readItemOf } from '../rows/wanted-row';
import type { Source } from '../sources/source';
import { textOf } from '../sources/text';

/** Longer than any row: a text of 1 MB of which each character is escaped (`\u0001`), and its title. Characters. */
const LONGEST_LINE = 7_000_000;

/**
 * Reads one JSON object a line, with the fields of a wanted row. `type` may be missing. Empty lines are skipped. The row of
 * a place is the line.
 * @throws SourceError if the file has more than 20,000 rows, is larger than 200 MB, or is no text
 */
export async function* readNdjson(source: Source): AsyncGenerator<ReadItem> {
	const text = await textOf(source);
	if (text.encoding === 'windows-1252') throw new SourceError('is not UTF-8, and JSON must be. Save it as UTF-8');
	let count = 0;
	for await (const { line, number, isEnded } of linesOf(text.pieces())) {
		if (line.trim() === '') continue;
		count += 1;
		if (count > MOST_ROWS) throw tooManyRows();
		yield itemOf(line, { source: source.name, row: number }, isEnded);
	}
}

function itemOf(line: string, place: Place, isEnded: boolean): ReadItem {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		if (!isEnded)
			return { kind: 'broken', place, reason: 'The last line ends in the middle of a row. Upload the whole file.' };
		const reason = 'is not valid JSON. Write one object a line, such as {"question": "…", "answer": "…"}';
		return { kind: 'refused', place, problems: [{ field: null, reason }] };
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		return { kind: 'refused', place, problems: [{ field: null, reason: 'must be a JSON object' }] };
	return readItemOf(Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)), place);
}

interface Line {
	line: string;
	/** From 1 on. */
	number: number;
	/** Whether a line end follows. */
	isEnded: boolean;
}

/** Only LF ends a line. Node's readline would also end one at U+2028, which JSON may contain. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<Line> {
	let number = 0;
	let rest = '';
	for await (const piece of pieces) {
		const lines = piece.split('\n');
		lines[0] = rest + (lines[0] ?? '');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			number += 1;
			yield { line, number, isEnded: true };
		}
		if (rest.length > LONGEST_LINE)
			throw new SourceError(`has a line ${number + 1} that is longer than any row. Write one JSON object a line`);
	}
	if (rest !== '') yield { line: rest, number: number + 1, isEnded: false };
}
