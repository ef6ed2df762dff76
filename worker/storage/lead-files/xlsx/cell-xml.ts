import { shortText } from '../../../../workflows/task/failure';
import type { Cell } from '../columns';

/** More does not fit into a cell. */
export const MOST_CHARACTERS = 32_767;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML cannot hold, and what reads like the escape for it. */
const UNWRITABLE = /[^\t\n\u0020-\uFFFD]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A cell of a sheet. Text stands in the cell itself, so that no table of texts grows in memory; it is never a formula. */
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
