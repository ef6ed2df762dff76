/**
 * Makes text of a table, a paragraph a row, each value with the heading of its column: a row that is found
 * alone still says what its values mean.
 */
export function tableText(rows: string[][]): string {
	const filled = rows
		.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
		.filter((row) => row.some((cell) => cell !== ''));
	const [headings = [], ...body] = filled;
	if (!isHeading(headings) || body.length === 0) return filled.map(plainRow).join('\n\n');
	return body.map((row) => rowWithHeadings(headings, row)).join('\n\n');
}

/** A first row of words, none of them a number, each column with one. */
function isHeading(row: string[]): boolean {
	return row.length > 1 && row.every((cell) => cell !== '' && !/^[\d\s.,%€$£-]+$/.test(cell));
}

function plainRow(row: string[]): string {
	return row.filter((cell) => cell !== '').join(', ');
}

function rowWithHeadings(headings: string[], row: string[]): string {
	return row
		.flatMap((cell, column) => {
			if (cell === '') return [];
			const heading = headings[column];
			return heading === undefined ? cell : `${heading}: ${cell}`;
		})
		.join('\n');
}
